import { editProduct, type Product } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { useProductWrite } from './use-product-write.ts'
import { productMessages } from './product-messages.ts'

/** Asks before a product takes no more bugs, or takes bugs again. */
export function ArchiveDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { _id, name, isArchived } = product
  const send = () => call(editProduct, { params: { productId: _id }, body: { isArchived: !isArchived } })
  const texts = isArchived
    ? { success: productMessages.restored, failure: productMessages.restoreFailed }
    : { success: productMessages.archived, failure: productMessages.archiveFailed }
  const { write, isSending, failure } = useProductWrite(send, texts)
  return (
    <ConfirmDialog
      title={isArchived ? `Restore ${name}?` : `Archive ${name}?`}
      confirm={isArchived ? 'Restore' : 'Archive'}
      isPending={isSending}
      notice={failure && <FailureNotice title="Nothing was changed" {...explainRefusal(failure)} />}
      onConfirm={() => void write(undefined).then((refused) => !refused && onClose())}
      onCancel={onClose}
    >
      {isArchived
        ? 'Bugs can be reported to it and moved to it again.'
        : 'No bug can be reported to it or moved to it any more. Its bugs stay as they are, and can be found and changed.'}
    </ConfirmDialog>
  )
}
