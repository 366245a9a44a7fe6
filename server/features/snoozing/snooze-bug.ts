import type { Tx } from '#server/db/database.ts'
import { holdBug, requireBug } from '#server/features/bugs/public.ts'
import { lastEventOf, tellOwnPages } from '#server/features/following/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import {
  maxSnoozeDays,
  maxSnoozes,
  type snoozeBug as endpoint,
  type wakeBug as wake,
} from '#shared/snoozing/contract.ts'
import { sql } from 'kysely'
import { forgetEnded } from './snoozed-bugs.ts'

/**
 * Snoozes a bug for the caller, in place of what they said of it before.
 * @throws AppError not-found; invalid-input for a time that is past or too far away; conflict past the number of snoozes
 */
export async function snoozeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<void> {
  const until = body.until === 'activity' ? null : timeOf(body.until)
  // Locked, so that what others do is either before its last event or after this.
  await holdBug(tx, actor, params.bugId)
  await forgetEnded(tx, actor.userId)
  const { rows } = await sql<{ others: number }>`select count(*)::integer as others from bug_snoozes
    where user_id = ${actor.userId} and bug_id <> ${params.bugId}`.execute(tx)
  if ((rows[0]?.others ?? 0) >= maxSnoozes)
    throw new AppError('conflict', `One person snoozes at most ${maxSnoozes} bugs: wake one first.`)
  const { numAffectedRows } = await sql`
    insert into bug_snoozes as s (user_id, bug_id, until, from_event)
    values (${actor.userId}, ${params.bugId}, ${until}, ${lastEventOf(sql.val(params.bugId))})
    on conflict (user_id, bug_id) do update set until = excluded.until, from_event = excluded.from_event
      where (s.until, s.from_event) is distinct from (excluded.until, excluded.from_event)`.execute(tx)
  if (numAffectedRows) await tellOwnPages(tx, actor.userId)
}

/** Ends the caller's snooze of a bug; where there is none, nothing changes. @throws AppError not-found */
export async function wakeBug({ actor, params }: Call<typeof wake>, tx: Tx): Promise<void> {
  await requireBug(tx, actor, params.bugId)
  const { numDeletedRows } = await tx
    .deleteFrom('bug_snoozes')
    .where('user_id', '=', actor.userId)
    .where('bug_id', '=', params.bugId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await tellOwnPages(tx, actor.userId)
}

/** @throws AppError invalid-input for a time that does not exist, is past or too far away */
function timeOf(written: string): Date {
  const until = new Date(written)
  const days = (until.getTime() - Date.now()) / 86_400_000
  if (Number.isNaN(days) || !isDay(written.slice(0, 10)))
    throw new AppError('invalid-input', 'until names a day or time that does not exist.', { field: 'until' })
  if (days <= 0) throw new AppError('invalid-input', 'until must lie in the future.', { field: 'until' })
  if (days > maxSnoozeDays)
    throw new AppError('invalid-input', `until must lie at most ${maxSnoozeDays} days ahead.`, { field: 'until' })
  return until
}

/** JavaScript reads February 30 as a day in March. */
const isDay = (written: string) => new Date(`${written}T00:00:00Z`).toISOString().startsWith(written)
