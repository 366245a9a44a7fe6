import type { Tx } from '#server/db/database.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { meetContact } from '#server/features/users/public.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { reportFromConversation as endpoint } from '#shared/chat/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { lockConversation, requireConversation } from './change-conversation.ts'
import { addChatNotice } from './message-store.ts'
import { recordConversation } from './visitor-store.ts'

/**
 * Creates a bug from a conversation, links the two and adds a notice to the conversation. The reporter is the visitor's
 * account; otherwise the person known by the address they left, who can't sign in with it because it is not verified;
 * otherwise the caller.
 * @throws AppError not-found
 */
export async function reportFromConversation(
  { actor, params, body, idempotencyKey }: Call<typeof endpoint>,
  tx: Tx,
): Promise<ReplyOf<typeof endpoint>['result']> {
  const { conversationId } = params
  // Locked last, as when a bug is closed: bugs first, then conversations.
  await requireConversation(tx, conversationId)
  const bugId = await oncePerKey(
    tx,
    { userId: actor.userId, act: 'report a bug', key: idempotencyKey, body },
    async () => {
      const createdBy = (await reporterOf(tx, conversationId)) ?? actor.userId
      const { id } = await createBug(tx, actor, body, createdBy)
      await lockConversation(tx, conversationId)
      await tx
        .insertInto('conversation_bugs')
        .values({ conversation_id: conversationId, bug_id: id, linked_on: new Date(), linked_by: actor.userId })
        .execute()
      await addChatNotice(tx, conversationId, `This was reported as bug ${id.slice(-8)}: “${body.title}”.`)
      await recordConversation(tx, conversationId, actor.userId, { what: 'bug', bugId: id })
      return id
    },
  )
  const bug = await tx
    .selectFrom('bugs')
    .innerJoin('users', 'users.id', 'bugs.created_by')
    .select(['bugs.id', 'title', 'users.id as userId', 'full_name as fullName'])
    .where('bugs.id', '=', bugId)
    .executeTakeFirstOrThrow()
  return { _id: bug.id, title: bug.title, createdBy: { _id: bug.userId, fullName: bug.fullName } }
}

async function reporterOf(tx: Tx, conversationId: string): Promise<string | undefined> {
  const visitor = await tx
    .selectFrom('conversations')
    .select(['user_id', 'email', 'visitor_name'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  if (visitor.user_id !== null) return visitor.user_id
  return visitor.email === null ? undefined : meetContact(tx, visitor.email, visitor.visitor_name)
}
