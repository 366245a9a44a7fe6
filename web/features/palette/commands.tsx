import { useActions } from '#web/lib/actions.ts'
import { useLate } from '#web/lib/use-late.ts'
import { show, useShown } from './shown.ts'
import { usePlaces } from './use-places.ts'

/**
 * The command palette, the list of shortcuts, and the keys that lead to places. Only the keys are part of the first
 * screen; the rest comes once the page has been painted and has nothing better to do, so that it opens at once.
 */
export function Commands() {
  const shown = useShown()
  useActions([
    ...usePlaces(),
    {
      id: 'palette.open',
      label: 'Command palette',
      group: 'Everywhere',
      // The first of the two makes a link where a text is written, as it does elsewhere.
      keys: ['Mod+K', 'Mod+Alt+K'],
      whileTyping: true,
      inPopups: true,
      inPalette: false,
      run: () => show('palette'),
    },
    {
      id: 'keys.show',
      label: 'Keyboard shortcuts',
      group: 'Everywhere',
      keys: '?',
      run: () => show('keys'),
    },
  ])
  const OverPage = useLate(load, shown === undefined ? 'idle' : 'now')
  return OverPage && <OverPage shown={shown} />
}

const load = () => import('./over-page.tsx').then(({ OverPage }) => OverPage)
