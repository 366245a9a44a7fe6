import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import { eventPart } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import {
  bugAbilities,
  commentCountPart,
  fieldRules,
  type HeldBug,
  holdBug,
  isOfTeam,
  noSuchBug,
  refuseToAsk,
  requireBug,
  turnAfter,
} from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { followingPart } from '#server/features/following/public.ts'
import { commentWordsPart } from '#server/features/search/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { addComment as endpoint } from '#shared/comments/contract.ts'
import { sql } from 'kysely'
import { loadComment } from './comment-store.ts'
import { type CommentRow, presentComment } from './comment-presenter.ts'

/**
 * Adds a comment; from then on a search finds the bug by its words. The same Idempotency-Key from the same person
 * returns the first comment.
 */
export async function addComment(
  call: Pick<Call<typeof endpoint>, 'actor' | 'params' | 'body' | 'idempotencyKey'>,
  tx: Tx,
): Promise<Comment> {
  const { actor, params, body, idempotencyKey: key } = call
  if (!isRecordId(params.bugId)) throw noSuchBug()
  const { message, asks } = body
  // A comment is known by its words alone, as it was before there were questions.
  const request = { userId: actor.userId, act: `comment on ${params.bugId}`, key, body: asks ? body : message }
  let added: CommentRow | undefined
  const id = await oncePerKey(tx, request, async () => {
    added = await insertComment(tx, actor, params.bugId, { message, asks })
    return added.commentId
  })
  if (added) return presentComment(added, actor)
  // What was said before may be hidden by now.
  await requireBug(tx, actor, params.bugId)
  return presentComment(await loadComment(tx, actor, params.bugId, id), actor)
}

/**
 * Stores a comment of the actor, who then follows the bug.
 * @param how byMail: it came as a mail
 * @returns the comment's id
 * @throws AppError not-found
 */
export async function storeComment(
  tx: Tx,
  actor: Actor,
  bugId: string,
  message: string,
  how: { readonly byMail?: true } = {},
): Promise<string> {
  return (await insertComment(tx, actor, bugId, { message, ...how })).commentId
}

interface NewComment {
  readonly message: string
  /** It is a question to the reporter. */
  readonly asks?: boolean | undefined
  readonly byMail?: true
}

async function insertComment(
  tx: Tx,
  actor: Actor,
  bugId: string,
  { message, asks = false, byMail }: NewComment,
): Promise<CommentRow> {
  const bug = await holdBug(tx, actor, bugId)
  if (asks) requireMayAsk(actor, bug)
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const { userId } = actor
  const said = { isOfReporter: userId === bug.createdBy, isOfTeam: isOfTeam(actor), asks }
  const turn = turnAfter(said, bug)
  const isAnswer = bug.isWaiting && !turn.isWaiting
  const event: NewEvent<'comment-added'> = {
    type: 'comment-added',
    subjectId: bugId,
    actorId: userId,
    version: 1,
    payload: {
      ...{ commentId: id, createdOn: createdOn.toISOString(), userId, message },
      ...(byMail && { byMail }),
      ...((asks || isAnswer) && { isWaiting: { from: bug.isWaiting, to: turn.isWaiting } }),
      ...(isAnswer && bug.askedBy !== null && { asker: bug.askedBy }),
      ...(asks && bug.owedSince && { owedSince: bug.owedSince.toISOString() }),
    },
  }
  const changed = {
    ...(asks && fieldRules.asking(true, { on: createdOn, by: userId, in: id })),
    ...(isAnswer && fieldRules.asking(false)),
    ...(turn.isOwed !== bug.isOwed && { owed_since: turn.isOwed ? createdOn : null }),
  }
  // One statement makes all changes of a comment, because each round trip costs as much as some of these rows. A
  // statement before it locks the bug, so that this one sees everything that existed when the lock was acquired.
  const insert = sql`with comment as (
      insert into comments (id, bug_id, user_id, created_on, message)
      values (${id}, ${bugId}, ${userId}, ${createdOn}, ${message})
    ), ${commentCountPart(bugId, changed)}, ${commentWordsPart(tx, bugId, id, message)},
    ${followingPart(bugId, [userId], createdOn)}, ${eventPart(event)}
    select full_name as "fullName" from users where id = ${userId}`
  const [author] = await tx.run<{ fullName: string }>(insert, { keepsPlan: true })
  const mentions = await recordMentions(tx, actor, { bugId, commentId: id }, [message])
  await noteRecorded(tx, [event])
  const user = { _id: userId, fullName: author?.fullName ?? actor.fullName }
  return {
    commentId: id,
    user,
    createdOn,
    editedOn: null,
    deletedOn: null,
    message,
    version: 1,
    mentions,
    isInternal: false,
  }
}

/** @throws AppError forbidden; conflict for a bug that waits for nobody */
function requireMayAsk(actor: Actor, bug: HeldBug): void {
  if (!bugAbilities(actor, bug).ask)
    throw new AppError('forbidden', 'The team asks the reporter of a bug, who is not the one who asks.', {
      field: 'asks',
    })
  refuseToAsk(bug, 'asks')
}
