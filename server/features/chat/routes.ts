import type { Actor } from '#server/access/actor.ts'
import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Routes } from '#server/http/serve.ts'
import type { Tx } from '#server/db/database.ts'
import type { MailOut } from '#server/features/mail/public.ts'
import * as chat from '#shared/chat/contract.ts'
import { confirmChatMail } from '#shared/mail/contract.ts'
import { createAnswer, deleteAnswer, editAnswer, listAnswers } from './answers.ts'
import {
  blockVisitor,
  closeConversation,
  deleteConversation,
  requireConversation,
  takeConversation,
} from './change-conversation.ts'
import { conversationList, viewConversation } from './conversation-list.ts'
import { conversationsOfBug } from './conversations-of-bug.ts'
import { confirmLeftAddress } from './confirm-left-address.ts'
import { putTranscript, refuseWithoutMail } from './mails/transcript.ts'
import { addNote, listNotes } from './notes.ts'
import { readMessages } from './message-store.ts'
import { presentMessage } from './present-message.ts'
import { reportFromConversation } from './report-from-conversation.ts'

export interface ChatParts {
  /** Returns whether a conversation's visitor is connected now. */
  readonly isConnected: (conversationId: string) => boolean
  /** A mail server is set up. */
  readonly sendsMail: boolean
  readonly key: InstallationKey
  readonly out: MailOut
}

/** Binds the chat's calls. */
export function bindChat(routes: Routes, { isConnected, sendsMail, key, out }: ChatParts): void {
  const answer = async (tx: Tx, actor: Actor, id: string) => ({
    result: await viewConversation(tx, actor, id, isConnected),
  })

  routes.read(chat.listConversations, ({ actor, query }, db) => conversationList(db, actor, query, isConnected))
  routes.read(chat.viewConversation, async ({ actor, params }, db) => ({
    result: await viewConversation(db, actor, params.conversationId, isConnected),
  }))
  routes.read(chat.listMessages, async ({ actor, params, query }, db) => {
    await viewConversation(db, actor, params.conversationId, isConnected)
    const { messages, more } = await readMessages(db, params.conversationId, query)
    return { result: messages.map((message) => presentMessage(message, { staffId: actor.userId })), more }
  })
  routes.write(chat.takeConversation, async (call, tx) => {
    await takeConversation(call, tx)
    return answer(tx, call.actor, call.params.conversationId)
  })
  routes.write(chat.closeConversation, async (call, tx) => {
    await closeConversation(call, tx)
    return answer(tx, call.actor, call.params.conversationId)
  })
  routes.write(chat.blockVisitor, async (call, tx) => {
    await blockVisitor(call, tx)
    return answer(tx, call.actor, call.params.conversationId)
  })
  routes.write(chat.deleteConversation, async (call, tx) => {
    await deleteConversation(call, tx)
    return {}
  })
  routes.write(chat.sendTranscript, async ({ params }, tx) => {
    await requireConversation(tx, params.conversationId)
    refuseWithoutMail(sendsMail)
    await putTranscript(tx, params.conversationId, 'staff')
    return { isAccepted: true as const }
  })
  routes.write(chat.reportFromConversation, async (call, tx) => ({ result: await reportFromConversation(call, tx) }))
  routes.read(chat.listNotes, async ({ actor, params }, db) => ({
    result: await listNotes(db, actor, params.conversationId),
  }))
  routes.write(chat.addNote, async (call, tx) => ({ result: await addNote(call, tx) }))
  routes.write(confirmChatMail, async ({ body }, tx) => {
    await confirmLeftAddress(tx, key, out, body.token)
    return { isConfirmed: true as const }
  })
  routes.read(chat.listConversationsOfBug, async ({ actor, params }, db) => ({
    result: await conversationsOfBug(db, actor, params.bugId),
  }))
  routes.read(chat.listAnswers, async (_, db) => ({ result: await listAnswers(db) }))
  routes.write(chat.createAnswer, async (call, tx) => ({ result: await createAnswer(call, tx) }))
  routes.write(chat.editAnswer, async (call, tx) => ({ result: await editAnswer(call, tx) }))
  routes.write(chat.deleteAnswer, async (call, tx) => {
    await deleteAnswer(call, tx)
    return {}
  })
}
