import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { FieldChanges } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { type LockedBug, lockBug, takeNumber, updateBug } from '#server/features/bugs/public.ts'
import { changesByMove, withChanges } from '#server/features/custom-fields/public.ts'
import { refuseStale } from '#server/features/history/public.ts'
import { numbersOf, requireReceiving } from '#server/features/products/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, moveBug as endpoint } from '#shared/bugs/contract.ts'
import { partColumnsOf } from '#shared/bugs/fields.ts'
import { bugKeyOf } from '#shared/products/words.ts'
import type { ChangeOptions } from './change-options.ts'
import { type PartChanges, partsAfterMove } from './change-parts.ts'
import { requireMaySet } from './require-may-set.ts'

/** Moves a bug to another product, by who may edit it and sees both. @throws AppError forbidden, invalid-input, conflict */
export async function moveBug({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  requireMaySet(actor, bug, 'product', body.productId)
  await changeProduct(tx, actor, bug, body.productId, body)
  return viewBug(tx, actor, bug, query.comments)
}

/**
 * Moves a bug that the caller has locked. It gets the number back that it once had there; its key until now leads to it
 * further on. Components and versions go along where the other product has them by name.
 * @param named the id or the key of a product
 * @param restored custom fields that a move in the other direction took
 * @param options with what a move has changed that is taken back
 * @returns the bug's version after it
 * @throws AppError invalid-input for a product that takes no bugs or that the actor does not see; conflict
 */
export async function changeProduct(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  named: string,
  { baseVersion, undoes, parts: undone }: ChangeOptions & { readonly parts?: PartChanges },
  restored?: FieldChanges,
): Promise<number> {
  const product = await requireReceiving(tx, actor, named)
  if (product.number === bug.productNumber) return bug.version
  await refuseStale(tx, actor, bug, baseVersion, ['bug-moved'])
  const before = await tx
    .selectFrom('products')
    .select(['id', 'key'])
    .where('number', '=', bug.productNumber)
    .executeTakeFirstOrThrow()
  const number = await takeNumber(tx, bug, { product: product.number, sequence: numbersOf(product.number) })
  const parts = await partsAfterMove(tx, bug, product.number, undone)
  const custom = await changesByMove(tx, bug, product.number, restored)
  const version = await updateBug(tx, bug, {
    ...{ product_number: product.number, number },
    ...partColumnsOf(parts.values),
    ...(Object.keys(custom).length > 0 && { fields: JSON.stringify(withChanges(bug.fields, custom)) }),
  })
  await recordEvent(tx, {
    type: 'bug-moved',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: {
      from: { productId: before.id, key: bugKeyOf(before.key, bug.number) },
      to: { productId: product._id, key: bugKeyOf(product.key, number) },
      ...custom,
      ...parts.changes,
    },
    version,
    undoes,
  })
  return version
}
