import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, editBug as endpoint, editMyBug as myEndpoint } from '#shared/bugs/contract.ts'
import { type LockedBug, lockBug, rewriteWords, updateBug } from './bug-store.ts'
import { viewBug } from './bug-view.ts'
import { bugAbilities } from './policy.ts'

interface Texts {
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
}

/** Changes the texts of any bug. */
export async function editBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  return changeTexts(tx, actor, await lockBug(tx, params.bugId), body)
}

/** Changes the texts of a bug that the caller reported. @throws AppError forbidden for somebody else's */
export async function editMyBug({ actor, params, body }: Call<typeof myEndpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  if (!bugAbilities(actor, bug).editMy) throw new AppError('forbidden', 'Only its reporter edits a bug this way.')
  return changeTexts(tx, actor, bug, body)
}

async function changeTexts(tx: Tx, actor: Actor, bug: LockedBug, texts: Texts): Promise<Bug> {
  const { title, description, stepsToReproduce } = texts
  const changes = {
    ...(title !== bug.title && { title: { from: bug.title, to: title } }),
    ...(description !== bug.description && { description: { from: bug.description, to: description } }),
    ...(stepsToReproduce !== bug.stepsToReproduce && {
      stepsToReproduce: { from: bug.stepsToReproduce, to: stepsToReproduce },
    }),
  }
  if (Object.keys(changes).length > 0) {
    await updateBug(tx, bug.id, { title, description, steps_to_reproduce: stepsToReproduce })
    await rewriteWords(tx, { ...bug, ...texts })
    await recordEvent(tx, { type: 'bug-edited', subjectId: bug.id, actorId: actor.userId, payload: changes })
  }
  return viewBug(tx, actor, bug.id)
}
