import { useNavigate } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { writeComment } from '#web/features/comments/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { copyText } from '#web/ui/controls/copy-text.ts'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { inPlace } from '../facts/late-in-place.ts'

/** The shortest address of a bug, for people to pass on. */
export const linkToBug = (key: string): string => location.origin + paths.bugKey(key)

/**
 * What keys and the palette do on a bug's page, besides what its own buttons do.
 * @param isAlone no list stands beside it
 */
export function useBugActions({ _id, key, abilities }: Bug, isAlone: boolean): void {
  const navigate = useNavigate()
  useActions([
    {
      id: 'bug.classify',
      label: 'Classify this bug',
      group: 'This bug',
      isEnabled: abilities.classify,
      run: () => void navigate({ to: paths.classifyBug(_id) }),
    },
    {
      id: 'bug.assign',
      label: 'Assign this bug',
      group: 'This bug',
      isEnabled: abilities.assign,
      run: () => void navigate({ to: paths.assignUser(_id) }),
    },
    {
      id: 'bug.comment',
      label: 'Write a comment',
      group: 'This bug',
      keys: 'm',
      isEnabled: abilities.comment,
      run: writeComment,
    },
    {
      // For one release: it closed and opened the bug before it selected rows of lists.
      id: 'bug.close-before',
      label: 'No longer closes bugs; use s for the status',
      group: 'This bug',
      keys: 'x',
      inPalette: false,
      isEnabled: isAlone && abilities.close,
      run: () => inPlace(({ sayKeyMoved }) => sayKeyMoved()),
    },
    {
      id: 'bug.copyLink',
      label: 'Copy the link to this bug',
      group: 'This bug',
      run: () => void copyText(linkToBug(key)).then(() => toastSuccess('Link copied.')),
    },
  ])
}
