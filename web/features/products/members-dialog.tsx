import { IconUserPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addProductMember, type Product, removeProductMember } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Spinner } from '#web/ui/page/spinner.tsx'
import { PersonButton } from './person-button.tsx'
import { membersQuery } from './product-queries.ts'
import { useProductWrite } from './use-product-write.ts'
import { productMessages } from './product-messages.ts'

const adding = { success: productMessages.memberAdded, failure: productMessages.memberAddFailed }
const removing = { success: productMessages.memberRemoved, failure: productMessages.memberRemoveFailed }

/** Shows who the members of a product are, and changes that. */
export function MembersDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { _id: productId, name, isOpen } = product
  const { data: members, error } = useQuery(membersQuery(productId))
  const add = useProductWrite((userId: string) => call(addProductMember, { params: { productId, userId } }), adding)
  const remove = useProductWrite(
    (userId: string) => call(removeProductMember, { params: { productId, userId } }),
    removing,
  )
  const failure = add.failure ?? remove.failure
  return (
    <Dialog title={`Members of ${name}`} onClose={onClose}>
      <div className="product-members">
        <p className="muted">
          {isOpen
            ? 'Everybody sees this product. Its members matter once it is for members alone.'
            : 'These people see its bugs, and nobody else does. What they may do to them, their roles say.'}
        </p>
        <PersonButton
          label="Add a member"
          icon={<IconUserPlus size={16} aria-hidden />}
          isSending={add.isSending}
          known={members?.map(({ _id }) => _id) ?? []}
          onPick={({ _id }) => void add.write(_id)}
        />
        {failure && <FailureNotice title="Nothing was changed" {...explainRefusal(failure)} />}
        {members ? (
          <ul className="product-member-list" aria-label="Members">
            {members.map(({ _id, fullName }) => (
              <li key={_id} className="product-member">
                <Avatar name={fullName} size={24} />
                <bdi>{fullName}</bdi>
                <IconButton
                  size={28}
                  aria-label={`Remove ${fullName}`}
                  title="Remove"
                  onClick={() => void remove.write(_id)}
                >
                  <IconX size={16} aria-hidden />
                </IconButton>
              </li>
            ))}
            {members.length === 0 && <li className="muted">Nobody is a member yet.</li>}
          </ul>
        ) : error ? (
          <FailureNotice title="The members could not be loaded" {...explainError(error)} />
        ) : (
          <Spinner label="Loading members" />
        )}
      </div>
    </Dialog>
  )
}
