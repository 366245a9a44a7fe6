import type { Actor } from '#server/access/actor.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { bugAbilities } from '#server/features/bugs/public.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { fieldsOfReport } from '#server/features/custom-fields/public.ts'
import { defaultProduct, type FoundProduct, requireReceiving } from '#server/features/products/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { oncePerKey, waitForOwn } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, reportBug as endpoint } from '#shared/bugs/contract.ts'
import { mayChange } from '#shared/bugs/fields.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { type CreatedBug, createBug } from './create-bug.ts'
import { reportedParts } from './reported-parts.ts'
import { presentNewBug } from './new-bug-presenter.ts'

/**
 * Creates a bug. The same Idempotency-Key from the same person gives the bug of the first time, so that a repeated
 * request creates nothing twice.
 * @throws AppError too-many-requests within the cooldown, invalid-input for a product that takes no bugs of theirs, for a
 *   component or version that is not one of it, and for custom fields
 */
export async function reportBug(call: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const { actor, body, idempotencyKey: key } = call
  let created: CreatedBug | undefined
  const bugId = await oncePerKey(tx, { userId: actor.userId, act: 'report a bug', key, body }, async () => {
    if (body.isPrivate) refusePrivate(actor)
    await refuseWithinCooldown(tx, actor.userId)
    const product = await productFor(tx, actor, body.productId)
    // Whoever names no product knows nothing of its fields: nothing is asked of them.
    const isAsked = body.productId !== undefined
    const fields = await fieldsOfReport(tx, product.number, body.fields ?? {}, isAsked)
    const parts = await reportedParts(tx, actor, body, product)
    created = await createBug(tx, actor, body, actor.userId, product.number, fields, parts)
    return created.id
  })
  return created ? presentNewBug(tx, created, actor) : viewBug(tx, actor, bugId)
}

/** Who reports a bug may make it private where they could afterwards. */
function refusePrivate(actor: Actor): void {
  if (mayChange(bugAbilities(actor, { createdBy: actor.userId }), 'isPrivate')) return
  throw new AppError('forbidden', 'A private report needs the permission canEditMyBug or canClassifyAnyBug.', {
    field: 'isPrivate',
  })
}

function productFor(tx: Tx, actor: Actor, named: string | undefined): Promise<FoundProduct> {
  return named === undefined ? defaultProduct(tx, actor) : requireReceiving(tx, actor, named)
}

const lastReport: Prepared = {
  name: 'last-report',
  text: 'select created_on from bugs where created_by = $1 order by created_on desc limit 1',
}

async function refuseWithinCooldown(tx: Tx, userId: string): Promise<void> {
  await waitForOwn(tx, userId)
  const [last] = await tx.prepared<{ created_on: Date }>(lastReport, [userId])
  const elapsed = last ? Date.now() - last.created_on.getTime() : Infinity
  // A report dated after now (a clock set back) blocks nobody.
  if (elapsed < 0 || elapsed >= reportCooldownSeconds * 1000) return
  const seconds = Math.ceil(reportCooldownSeconds - elapsed / 1000)
  throw new AppError('too-many-requests', `Please wait ${seconds} s before reporting another bug.`, {
    retryAfterSeconds: seconds,
  })
}
