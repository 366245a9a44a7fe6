import type { Prepared, Tx } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { oncePerKey, waitForOwn } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, reportBug as endpoint } from '#shared/bugs/contract.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { type CreatedBug, createBug } from './create-bug.ts'
import { presentNewBug } from './new-bug-presenter.ts'

/**
 * Creates a bug. The same Idempotency-Key from the same person gives the bug of the first time, so that a repeated
 * request creates nothing twice.
 * @throws AppError too-many-requests within the cooldown
 */
export async function reportBug(call: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const { actor, body, idempotencyKey: key } = call
  let created: CreatedBug | undefined
  const bugId = await oncePerKey(tx, { userId: actor.userId, act: 'report a bug', key, body }, async () => {
    await refuseWithinCooldown(tx, actor.userId)
    created = await createBug(tx, actor, body, actor.userId)
    return created.id
  })
  return created ? presentNewBug(created, actor) : viewBug(tx, actor, bugId)
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
