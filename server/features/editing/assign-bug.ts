import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { fieldRules, type LockedBug, lockBug, updateBug } from '#server/features/bugs/public.ts'
import { autoFollow } from '#server/features/following/public.ts'
import { refuseStale } from '#server/features/history/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { assignBug as endpoint, Bug } from '#shared/bugs/contract.ts'
import type { ChangeOptions } from './change-options.ts'

/** Assigns a bug to a person who can sign in, or to nobody; to whom it is assigned already changes nothing. */
export async function assignBug({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  await changeAssignee(tx, actor, bug, body.userId, body)
  return viewBug(tx, actor, bug, query.comments)
}

/**
 * Assigns a bug that the caller has locked.
 * @param userId null for nobody
 * @returns the bug's version after it
 * @throws AppError invalid-input for somebody who can't sign in; conflict
 */
export async function changeAssignee(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  userId: string | null,
  { baseVersion, undoes }: ChangeOptions,
): Promise<number> {
  const assignee = userId === null ? null : await findAssignable(tx, userId)
  if (assignee === bug.assignedTo) return bug.version
  await refuseStale(tx, actor, bug, baseVersion, ['bug-assigned'])
  if (assignee !== null) await autoFollow(tx, bug.id, [assignee])
  const assignment = fieldRules.assignment(assignee, new Date())
  const version = await updateBug(tx, bug, assignment)
  await recordEvent(tx, {
    type: 'bug-assigned',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { from: bug.assignedTo, to: assignee, assignedOn: assignment.assigned_on?.toISOString() ?? null },
    version,
    undoes,
  })
  return version
}

/** Returns whether a person has an active account. */
export async function isAssignable(tx: Tx, userId: string): Promise<boolean> {
  return isRecordId(userId) && (await tx.prepared(activeAccount, [userId])).length > 0
}

async function findAssignable(tx: Tx, userId: string): Promise<string> {
  if (!(await isAssignable(tx, userId)))
    throw new AppError('invalid-input', 'The assignee must be a person with an active account.', {
      field: 'userId',
    })
  return userId
}

const activeAccount = {
  name: 'active-account',
  text: 'select id from users where id = $1 and email is not null and deactivated_on is null',
}
