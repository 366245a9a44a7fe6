import type { View } from '#shared/views/contract.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { useDeleteView } from './use-view-changes.ts'

/** Asks before a view goes for good. */
export function DeleteViewDialog({
  view,
  onDeleted,
  onClose,
}: {
  view: View
  onDeleted: () => void
  onClose: () => void
}) {
  const { mutate, isPending, error } = useDeleteView(onDeleted)
  return (
    <ConfirmDialog
      title={`Delete the view “${view.name}”?`}
      confirm="Delete"
      isDanger
      isPending={isPending}
      notice={error && <FailureNotice title="The view could not be deleted." {...explainRefusal(error)} />}
      onConfirm={() => mutate(view)}
      onCancel={onClose}
    >
      {view.isShared
        ? 'It goes from the menus of everybody who pinned it, and links to it will lead to all bugs. No bug is changed.'
        : 'It goes from your menu. No bug is changed.'}
    </ConfirmDialog>
  )
}
