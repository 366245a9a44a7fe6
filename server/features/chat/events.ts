import type { Db } from '#server/db/database.ts'
import type { Logger } from '#server/config/log.ts'
import { AppError } from '#server/http/app-error.ts'
import type { EventRoutes } from '#server/realtime/serve-events.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'
import * as events from '#shared/chat/socket-events.ts'
import { conversationState, isAccountReached } from './conversation-state.ts'
import { leaveEmail } from './leave-email.ts'
import { readMessages } from './message-store.ts'
import { markSeen } from './mark-seen.ts'
import { presentMessage } from './present-message.ts'
import { putTranscript, refuseWithoutMail } from './mails/transcript.ts'
import { nameVisitor } from './name-visitor.ts'
import { isOwners } from './places.ts'
import { type Sending, sendMessage } from './send-message.ts'
import { noConversation, speakerOf } from './speaker.ts'
import { adoptConversation } from './adopt-conversation.ts'
import { isStaff } from './staff.ts'
import { conversationOf } from './visitor-store.ts'

/** Binds every socket event of the chat. */
export function bindChatEvents(
  routes: EventRoutes,
  ready: (socket: ClientSocket) => Promise<void>,
  chat: Sending,
): void {
  const { db, inTx, hub, last, limits } = chat

  routes.on(events.setName, async ({ socket, actor, payload }) => {
    await ready(socket)
    return { name: actor?.fullName ?? (await nameVisitor(chat, socket, payload)) }
  })

  routes.on(events.sendMessage, async (call) => {
    await ready(call.socket)
    return sendMessage(call, chat)
  })

  routes.on(events.syncConversation, async ({ socket, actor, payload }) => {
    await ready(socket)
    const speaker = speakerOf(socket, actor, payload.conversationId, last)
    const { conversationId: id } = speaker
    const state = id === undefined ? undefined : await conversationState(db, id)
    if (!state && payload.conversationId !== undefined) throw noConversation()
    if (id === undefined || !state) {
      const nothing = { lines: [], more: false, visitorSeen: 0, staffSeen: 0, isBlocked: false }
      const canBeReached = await isAccountReached(db, actor?.userId)
      return { ...nothing, staffPresent: hub.places.hasStaff, canBeReached }
    }
    if (speaker.side === 'staff') last.note(speaker.actor.userId, id)
    // Another process has moved it to an account; the event for that has not arrived yet.
    else if (!isOwners(socket, state)) throw noConversation()
    const { messages, more } = await readMessages(db, id, payload)
    const reader = speaker.side === 'visitor' ? 'visitor' : { staffId: speaker.actor.userId }
    return {
      conversationId: id,
      visitorSeen: state.visitorSeen,
      staffSeen: state.staffSeen,
      canBeReached: state.canBeReached,
      isBlocked: state.isBlocked,
      lines: messages.map((message) => presentMessage(message, reader)),
      more,
      staffPresent: hub.places.hasStaff,
    }
  })

  routes.on(events.markSeen, async ({ socket, actor, payload }) => {
    await ready(socket)
    const speaker = speakerOf(socket, actor, payload.conversationId, last)
    if (speaker.conversationId === undefined) return {}
    if (speaker.side === 'staff') last.note(speaker.actor.userId, speaker.conversationId)
    const seen = await inTx((tx) => markSeen(tx, speaker.conversationId ?? '', speaker.side, payload.seq))
    if (seen !== undefined) {
      hub.tellSeen(socket, { conversationId: speaker.conversationId, from: speaker.side, seq: seen })
    }
    return {}
  })

  routes.on(events.sayTyping, async ({ socket, actor, payload }) => {
    await ready(socket)
    const { conversationId, side, name } = speakerOf(socket, actor, payload.conversationId, last)
    if (conversationId !== undefined) hub.tellTyping(socket, { conversationId, from: side, sender: name })
    return {}
  })

  routes.on(events.leaveEmail, async ({ socket, actor, payload }) => {
    await ready(socket)
    if (isStaff(actor)) throw new AppError('forbidden', 'Visitors leave an address; you are on the other side.')
    const id = socket.data.conversationId
    if (id === undefined) throw noConversation()
    await limits.message(socket, actor)
    return inTx((tx) => leaveEmail(tx, id, actor, payload.email))
  })

  routes.on(events.askForTranscript, async ({ socket, actor }) => {
    await ready(socket)
    if (isStaff(actor)) throw new AppError('forbidden', 'Staff have a transcript mailed from the inbox.')
    const id = socket.data.conversationId
    if (id === undefined) throw noConversation()
    await limits.message(socket, actor)
    refuseWithoutMail(chat.site.sendsMail)
    await inTx((tx) => putTranscript(tx, id, 'visitor'))
    return {}
  })
}

/**
 * Finds a new socket's conversation, and moves an anonymous conversation to the account after a login.
 * @returns a function that resolves once a socket's conversation is known
 */
export function conversationFinder(
  { db, inTx, hub }: Pick<Sending, 'db' | 'inTx' | 'hub'>,
  log: Logger,
): { find: (socket: ClientSocket) => void; ready: (socket: ClientSocket) => Promise<void> } {
  const finding = new WeakMap<ClientSocket, Promise<void>>()
  const find = async (socket: ClientSocket) => {
    const { actor, handshake } = socket.data
    if (isStaff(actor)) return
    const { visitorHash } = handshake
    if (actor && (await isKnown(db, visitorHash))) {
      const adopted = await inTx((tx) => adoptConversation(tx, visitorHash, actor))
      // Their other tabs and devices reconnect and read it again.
      if (adopted) hub.places.reopen(visitorHash, actor.userId, socket)
    }
    const known = await conversationOf(db, { actor, visitorHash })
    if (!known) return
    socket.data.name ??= known.name
    hub.enter(socket, known.id)
  }
  const start = (socket: ClientSocket) => {
    const work = find(socket)
    finding.set(socket, work)
    work.catch((error: unknown) => {
      log.warn({ err: error }, 'a conversation could not be found')
      // The next event tries again.
      if (finding.get(socket) === work) finding.delete(socket)
    })
    return work
  }
  return {
    find: (socket) => void start(socket).catch(() => undefined),
    ready: (socket) => finding.get(socket) ?? start(socket),
  }
}

async function isKnown(db: Db, visitorHash: Buffer): Promise<boolean> {
  return (await conversationOf(db, { actor: null, visitorHash })) !== undefined
}
