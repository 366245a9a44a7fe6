import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { letIn, type LockedBug, lockBug, shutOut } from '#server/features/bugs/public.ts'
import { autoFollow } from '#server/features/following/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { addReader as endpoint, Bug, removeReader as removeEndpoint } from '#shared/bugs/contract.ts'
import { isAssignable } from './assign-bug.ts'
import { requireMaySet } from './require-may-set.ts'

/** Lets a person see a bug while it is private, who follows it then. @throws AppError forbidden, invalid-input */
export async function addReader({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  requireMaySet(actor, bug, 'isPrivate', true)
  if (!(await isAssignable(tx, body.userId))) {
    throw new AppError('invalid-input', 'Only a person with an active account can be let in.', { field: 'userId' })
  }
  if (await letIn(tx, actor, bug.id, body.userId)) await autoFollow(tx, bug.id, [body.userId])
  return viewBug(tx, actor, bug, 'none')
}

/** Takes back that a person was let in; where they were not, nothing changes. @throws AppError forbidden */
export async function removeReader({ actor, params }: Call<typeof removeEndpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  requireMaySet(actor, bug, 'isPrivate', true)
  await shutOut(tx, actor, bug.id, params.userId)
  return viewBug(tx, actor, bug, 'none')
}

/** Lets whoever makes a bug private see it further on; its assignee too, who may be another one soon. */
export async function keepSight(tx: Tx, actor: Actor, bug: LockedBug): Promise<void> {
  const { userId, sees } = actor
  if (sees.privateBugs || bug.createdBy === userId) return
  await letIn(tx, actor, bug.id, userId)
}
