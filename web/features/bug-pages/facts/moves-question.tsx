import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { previewMove } from '#shared/bulk/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { ViewSearch } from '#shared/views/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { numberOf } from '#web/ui/text/number-format.ts'

/** Bugs that are to be moved, and where to. */
export interface Move {
  readonly product: { readonly _id: string; readonly name: string }
  readonly bugs: { readonly ids: readonly string[] } | { readonly query: ViewSearch }
  readonly onMove: () => void
}

/**
 * Asks before bugs lose by a move what the other product has not; moves them at once where they lose nothing. Mount it to
 * ask.
 */
export function MovesQuestion({ product, bugs, onMove, onClose }: Move & { onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['products', 'move', product._id, bugs],
    queryFn: async ({ signal }) => {
      const which = 'ids' in bugs ? { ids: [...bugs.ids] } : bugs
      return (await call(previewMove, { body: { productId: product._id, ...which }, signal })).lost
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const go = () => {
    onClose()
    onMove()
  }
  const isHarmless = data?.length === 0
  const answer = useEffectEvent(() => {
    if (isHarmless) return go()
    if (!error) return
    toastFailure('Nothing was moved', referenceOf(error), explainError(error).explanation)
    onClose()
  })
  useEffect(() => answer(), [isHarmless, error])
  if (!data || isHarmless) return null
  return (
    <ConfirmDialog title={`Move to ${product.name}?`} confirm="Move" onConfirm={go} onCancel={onClose}>
      {product.name} has nothing that is called so, and this would be cleared. Undo brings it back.
      <LostList lost={data} isOne={'ids' in bugs && bugs.ids.length === 1} />
    </ConfirmDialog>
  )
}

function LostList({ lost, isOne }: { lost: ReplyOf<typeof previewMove>['lost']; isOne: boolean }) {
  return (
    <ul>
      {lost.map(({ field, label, value, bugs }) => (
        <li key={`${field} ${value}`}>
          <bdi>{label}</bdi>
          {value !== undefined && (
            <>
              : <bdi>{value}</bdi>
            </>
          )}
          {!isOne && <span className="muted"> of {bugs === 1 ? '1 bug' : `${numberOf(bugs)} bugs`}</span>}
        </li>
      ))}
    </ul>
  )
}
