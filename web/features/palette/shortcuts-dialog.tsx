import { Fragment } from 'react'
import { useOfferedActions, useShortcuts } from '#web/lib/keys/actions.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Keys, modifierKey } from '#web/ui/controls/kbd.tsx'
import { shortcutGroups } from './shortcut-groups.ts'
import './shortcuts-dialog.css'

/** Shows every active key of this page, and the switch for single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useShortcuts()
  const groups = shortcutGroups(useOfferedActions(), isOn)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcuts">
        {groups.map(({ name, shortcuts }) => (
          <section key={name} className="shortcuts-group" aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className="shortcut">
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((one, index) => (
                      <Fragment key={one}>
                        {index > 0 && <span className="shortcut-or">or</span>}
                        <Keys keys={one} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="shortcuts-switch">
        <input type="checkbox" checked={isOn} onChange={(event) => setIsOn(event.currentTarget.checked)} />
        <span>
          Single keys
          <span className="shortcuts-why">
            Keys that work without {modifierKey}. Turn them off if you speak to your computer or hit keys by accident.
          </span>
        </span>
      </label>
    </Dialog>
  )
}
