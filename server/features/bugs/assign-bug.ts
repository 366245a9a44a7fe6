import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { assignBug as endpoint, Bug } from '#shared/bugs/contract.ts'
import { lockBug, updateBug } from './bug-store.ts'
import { viewBug } from './bug-view.ts'

/** Assigns a bug to a person who can sign in; to whom it is assigned already changes nothing. */
export async function assignBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  const assignee = await findAssignable(tx, body.userId)
  if (assignee !== bug.assignedTo) {
    const assignedOn = new Date()
    await updateBug(tx, bug.id, { assigned_to: assignee, assigned_on: assignedOn })
    await recordEvent(tx, {
      type: 'bug-assigned',
      subjectId: bug.id,
      actorId: actor.userId,
      payload: { from: bug.assignedTo, to: assignee, assignedOn: assignedOn.toISOString() },
    })
  }
  return viewBug(tx, actor, bug.id)
}

async function findAssignable(tx: Tx, userId: string): Promise<string> {
  const row = isRecordId(userId)
    ? await tx
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('email', 'is not', null)
        .where('deactivated_on', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row)
    throw new AppError('invalid-input', 'userId must be the id of a person with an active account.', {
      field: 'userId',
    })
  return row.id
}
