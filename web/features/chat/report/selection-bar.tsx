import { Button } from '#web/ui/controls/button.tsx'
import { toastWarning } from '#web/ui/notices/toast.ts'
import type { useMessageSelection } from '../conversation/use-message-selection.ts'

/** Replaces the field while messages are selected for a bug. */
export function SelectionBar({
  selecting,
  onContinue,
  onCancel,
}: {
  selecting: ReturnType<typeof useMessageSelection>
  onContinue: () => void
  onCancel: () => void
}) {
  const count = selecting.selection?.count ?? 0
  const ask = 'Choose the messages that tell of the bug'
  return (
    <div className="selection-bar" role="group" aria-label="Messages for the bug">
      <p role="status">{count === 0 ? ask : `${count} ${count === 1 ? 'message' : 'messages'} chosen`}</p>
      <Button size="xs" variant="default" onClick={selecting.isAll ? selecting.chooseNone : selecting.chooseAll}>
        {selecting.isAll ? 'Select none' : 'Select all'}
      </Button>
      <Button
        size="xs"
        aria-disabled={count === 0 || undefined}
        onClick={() => (count > 0 ? onContinue() : toastWarning(ask))}
      >
        Continue
      </Button>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
