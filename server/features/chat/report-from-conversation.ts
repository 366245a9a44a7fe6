import type { Actor } from '#server/access/actor.ts'
import { seesRow } from '#server/access/sight.ts'
import type { Tx } from '#server/db/database.ts'
import { noSuchBug } from '#server/features/bugs/public.ts'
import { defaultProduct } from '#server/features/products/public.ts'
import { giveFirstLinks, giveReporterLink } from '#server/features/reporter-links/public.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { confirmAddress, type Contact, findContact, meetContact } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { reportFromConversation as endpoint } from '#shared/chat/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { bugKeyOf } from '#shared/products/words.ts'
import { lockConversation, requireConversation } from './change-conversation.ts'
import { addReportNotice } from './bug-notice.ts'
import { recordConversation } from './visitor-store.ts'

/**
 * Creates a bug from a conversation, links the two and adds a notice to the conversation. The reporter is the visitor's
 * account; otherwise the person known by the address they left, who can't sign in with it, and who follows the bug by mail where
 * they have confirmed that address; otherwise the caller.
 * @throws AppError not-found
 */
export async function reportFromConversation(
  { actor, params, body, idempotencyKey }: Call<typeof endpoint>,
  tx: Tx,
): Promise<ReplyOf<typeof endpoint>['result']> {
  const { conversationId } = params
  // Locked last, as when a bug is closed: bugs first, then conversations.
  await requireConversation(tx, conversationId)
  let isNew = false
  const bugId = await oncePerKey(
    tx,
    { userId: actor.userId, act: 'report a bug', key: idempotencyKey, body },
    async () => {
      const reporterId = await reporterOf(tx, conversationId)
      const createdBy = reporterId ?? actor.userId
      const product = await defaultProduct(tx, actor)
      const { id } = await createBug(tx, actor, body, createdBy, product.number)
      const contact = reporterId === undefined ? undefined : await findContact(tx, { id: reporterId })
      if (body.sendsLink) await sendLink(tx, id, contact, actor)
      await lockConversation(tx, conversationId)
      await tx
        .insertInto('conversation_bugs')
        .values({ conversation_id: conversationId, bug_id: id, linked_on: new Date(), linked_by: actor.userId })
        .execute()
      if (contact && (await isAddressConfirmed(tx, conversationId))) {
        await confirmAddress(tx, contact.id)
        await giveFirstLinks(tx, [id], contact)
      }
      await addReportNotice(tx, conversationId, id)
      isNew = true
      await recordConversation(tx, conversationId, actor.userId, { what: 'bug', bugId: id })
      return id
    },
  )
  const bug = await tx
    .selectFrom('bugs')
    .innerJoin('users', 'users.id', 'bugs.created_by')
    .innerJoin('products', 'products.number', 'bugs.product_number')
    .select(['bugs.id', 'bugs.number', 'products.key as productKey', 'title'])
    .select(['users.id as userId', 'full_name as fullName'])
    .where('bugs.id', '=', bugId)
    // Of a repeated request: the bug may be hidden from the caller by now.
    .$if(!isNew, (earlier) => earlier.where(seesRow(actor)))
    .executeTakeFirst()
  if (!bug) throw noSuchBug()
  return {
    _id: bug.id,
    key: bugKeyOf(bug.productKey, bug.number),
    title: bug.title,
    createdBy: { _id: bug.userId, fullName: bug.fullName },
  }
}

/** @throws AppError conflict for a reporter who has an account, or left no address */
async function sendLink(tx: Tx, bugId: string, contact: Contact | undefined, actor: Actor): Promise<void> {
  if (!contact) throw new AppError('conflict', 'No link can be sent: the visitor has an account, or left no address.')
  await giveReporterLink(tx, bugId, contact, actor.userId)
}

async function reporterOf(tx: Tx, conversationId: string): Promise<string | undefined> {
  const visitor = await tx
    .selectFrom('conversations')
    .select(['user_id', 'email', 'visitor_name'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  if (visitor.user_id !== null) return visitor.user_id
  return visitor.email === null ? undefined : meetContact(tx, visitor.email, visitor.visitor_name, 'chat')
}

/** Returns whether the visitor has confirmed the address that they left. The caller has locked the conversation. */
async function isAddressConfirmed(tx: Tx, conversationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', conversationId)
    .where('email_confirmed_on', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
