import { useNavigate } from '@tanstack/react-router'
import type { Bug, BugListItem } from '#shared/bugs/contract.ts'
import { useShownBugs } from '#web/features/bugs/public.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { useToggleAnyClosed } from '../use-toggle-closed.ts'

/** What keys do to the bug whose card has the focus; the server has decided which of these its reader may do. */
export function CardKeys({ bugs }: { bugs: readonly BugListItem[] }) {
  const shown = useShownBugs(bugs)
  const navigate = useNavigate()
  const { toggle, stale } = useToggleAnyClosed()

  /** False without such a card, or without the right: the key then means what it usually does. */
  function onCard(may: keyof Bug['abilities'], act: (bug: BugListItem) => void): boolean {
    const card = document.activeElement?.closest<HTMLElement>('[data-bug]')
    const bug = shown.find(({ _id }) => _id === card?.dataset['bug'])
    if (!bug?.abilities[may]) return false
    act(bug)
    return true
  }

  const isOffered = (may: keyof Bug['abilities']) => bugs.some(({ abilities }) => abilities[may])
  // The palette has taken the focus from the card.
  const ofCard = { group: 'List', inPalette: false } as const
  useActions([
    {
      ...ofCard,
      id: 'card.classify',
      label: 'Classify the bug',
      keys: 'c',
      isEnabled: isOffered('classify'),
      run: () => onCard('classify', ({ _id }) => void navigate({ to: paths.classifyBug(_id) })),
    },
    {
      ...ofCard,
      id: 'card.assign',
      label: 'Assign the bug',
      keys: 'a',
      isEnabled: isOffered('assign'),
      run: () => onCard('assign', ({ _id }) => void navigate({ to: paths.assignUser(_id) })),
    },
    {
      ...ofCard,
      id: 'card.close',
      label: 'Close or open the bug',
      keys: 'x',
      isEnabled: isOffered('close'),
      run: () => onCard('close', toggle),
    },
  ])
  return <StaleQuestion stale={stale} />
}
