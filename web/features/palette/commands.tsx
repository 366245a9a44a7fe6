import { useActions } from '#web/lib/keys/actions.ts'
import { useLate } from '#web/ui/late/use-late.ts'
import { show, useShown } from './shown.ts'
import { usePlaces } from './use-places.ts'
import { useTypedAhead } from '#web/ui/late/use-typed-ahead.ts'

/**
 * Renders the command palette, the list of shortcuts, and the keys for navigation. Only the keys are part of the first
 * screen; the rest loads when the browser is idle after painting, so that it opens at once.
 */
export function Commands() {
  const shown = useShown()
  useActions([
    ...usePlaces(),
    {
      id: 'palette.open',
      label: 'Command palette',
      group: 'Everywhere',
      keys: 'Mod+K',
      ...opens,
    },
    {
      id: 'palette.open-while-writing',
      label: 'The same, while writing',
      group: 'Everywhere',
      // In a text field, the shorter shortcut creates a link, as elsewhere.
      keys: 'Mod+Alt+K',
      ...opens,
    },
    {
      id: 'keys.show',
      label: 'Keyboard shortcuts',
      group: 'Everywhere',
      keys: '?',
      run: () => show('keys'),
    },
  ])
  const OverPage = useLate(load, shown === undefined ? 'idle' : 'now', () => show(undefined))
  const isPalette = shown === 'palette'
  const typed = useTypedAhead(isPalette && !OverPage, isPalette, () => show(undefined))
  return OverPage && <OverPage shown={shown} typed={typed} />
}

const opens = { whileTyping: true, inPopups: true, inPalette: false, run: () => show('palette') } as const

const load = () => import('./over-page.tsx').then(({ OverPage }) => OverPage)
