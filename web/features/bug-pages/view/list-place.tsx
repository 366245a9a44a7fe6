import { IconChevronDown, IconChevronUp, IconPlayerTrackNext } from '@tabler/icons-react'
import { useActions } from '#web/lib/keys/actions.ts'
import { useShortcuts } from '#web/lib/keys/use-shortcuts.ts'
import { useSession } from '#web/lib/session/session.ts'
import { usePreferences } from '#web/lib/session/use-preferences.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastError } from '#web/ui/notices/toast.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import { mayTriage } from '../card/list-form.ts'
import type { ListPlace as Place } from '../list/use-list-walk.ts'
import './list-place.css'

/** Shows which bug of the list this is, and leads to its neighbours. Nothing for a bug that comes from no list. */
export function ListPlace({ place, hasNext, hasPrevious, go }: Place) {
  const [hasKeys] = useShortcuts()
  const session = useSession()
  if (!place && !hasNext) return null
  return (
    <div className="list-place not-printed" role="group" aria-label="Bugs of the list">
      <IconButton
        size={28}
        aria-label="Previous bug"
        title={`Previous bug of the list${hasKeys ? ' (k)' : ''}`}
        aria-disabled={!hasPrevious || undefined}
        onClick={() => hasPrevious && go(-1)}
      >
        <IconChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        size={28}
        aria-label="Next bug"
        title={`Next bug of the list${hasKeys ? ' (j)' : ''}`}
        aria-disabled={!hasNext || undefined}
        onClick={() => hasNext && go(1)}
      >
        <IconChevronDown size={18} aria-hidden />
      </IconButton>
      {place && (
        <span className="list-place-words">
          {numberOf(place.place)} of {numberOf(place.total)}
        </span>
      )}
      {mayTriage(session) && <AdvanceSwitch isOn={session.preferences.autoAdvance} />}
    </div>
  )
}

/** Lets the next bug open by itself. */
function AdvanceSwitch({ isOn }: { isOn: boolean }) {
  const prefer = usePreferences()
  const label = 'Auto-advance: the next bug opens when one has left the list'

  function change() {
    prefer({ autoAdvance: !isOn }).catch(() =>
      toastError('Auto-advance is as it was', undefined, 'Check your connection, and try again.'),
    )
  }

  useActions([
    { id: 'look.auto-advance', label: `${label} (${isOn ? 'on' : 'off'})`, group: 'Everywhere', run: change },
  ])
  return (
    <IconButton
      size={28}
      variant={isOn ? 'default' : 'subtle'}
      aria-label="Auto-advance"
      aria-pressed={isOn}
      title={label}
      onClick={change}
    >
      <IconPlayerTrackNext size={16} aria-hidden />
    </IconButton>
  )
}
