import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'

/** Asks before bugs are made private, and says who will be left. */
export function PrivacyQuestion({
  count = 1,
  onConfirm,
  onCancel,
}: {
  /** How many bugs. */
  count?: number
  onConfirm: () => void
  onCancel: () => void
}) {
  const isOne = count === 1
  return (
    <ConfirmDialog
      title={isOne ? 'Make this bug private?' : `Make ${numberOf(count)} bugs private?`}
      confirm="Make private"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Then {isOne ? 'it' : 'each of them'} can be seen by its reporter, its assignee, you, people whom you add, and who
      may see all private bugs.
    </ConfirmDialog>
  )
}
