import { IconBell, IconBellRinging, IconCheck } from '@tabler/icons-react'
import { type View, type ViewTells, viewTells } from '#shared/views/contract.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { useChangeView } from './use-view-changes.ts'

const words: Readonly<Record<ViewTells, { readonly name: string; readonly done: string }>> = {
  now: { name: 'Within minutes', done: 'You are told of new bugs here within minutes.' },
  daily: {
    name: 'Once a day',
    done: 'You are told of new bugs here once a day, at the time that your profile has for mail.',
  },
  off: { name: 'Not at all', done: 'You are not told of new bugs here.' },
}

/** Chooses when its reader is told of bugs that come into the view that is open; what holds now is marked. */
export function ViewBell({ view, isComing = false }: { view: View; isComing: boolean | undefined }) {
  const { isOpen, button, popup } = usePopup('menu')
  const change = useChangeView()
  const Icon = view.tells === 'off' ? IconBell : IconBellRinging
  const label = 'Tell me about new bugs here'
  return (
    <>
      <IconButton
        size={32}
        aria-label={isComing ? label : `${label}: ${words[view.tells].name}`}
        title={label}
        disabled={isComing}
        {...button}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Menu
          {...popup}
          label={label}
          entries={viewTells.map((tells) => ({
            key: tells,
            icon: <IconCheck size={16} aria-hidden style={{ opacity: view.tells === tells ? 1 : 0 }} />,
            words: (
              <span>
                {words[tells].name}
                {view.tells === tells && <span className="visually-hidden">, as it is now</span>}
              </span>
            ),
            onRun: () => tells === view.tells || change({ view, change: { tells }, done: words[tells].done }),
          }))}
        />
      )}
    </>
  )
}
