import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { AppError } from '#server/http/app-error.ts'
import { networkOf } from '#server/http/network.ts'
import type { EventCall } from '#server/realtime/serve-events.ts'
import type { sendMessage as event } from '#shared/chat/socket-events.ts'
import type { SocketReply } from '#shared/realtime/socket-event.ts'
import type { Site } from '#shared/site/contract.ts'
import type { ChatHub } from './chat-hub.ts'
import type { ChatLimits } from './limits.ts'
import type { MessageWriter, NewMessage, WrittenMessage } from './message-writer.ts'
import { type LastConversations, type Speaker, speakerOf } from './speaker.ts'
import { openConversation } from './visitor-store.ts'

export interface Sending {
  readonly db: Db
  readonly inTx: InTx
  readonly hub: ChatHub
  readonly writer: MessageWriter
  readonly limits: ChatLimits
  readonly last: LastConversations
  /** What the installation is called, and whether a mail server is set up, as it is when it is read. */
  readonly site: Pick<Site, 'productName' | 'sendsMail'>
}

/**
 * Stores a message and publishes it; resolves once it is stored. A visitor's first message begins their conversation.
 */
export async function sendMessage(call: EventCall<typeof event>, sending: Sending): Promise<SocketReply<typeof event>> {
  const { socket, actor, payload } = call
  const speaker = speakerOf(socket, actor, payload.conversationId, sending.last)
  if (speaker.side === 'visitor') {
    await sending.limits.message(socket, actor)
  } else if (speaker.conversationId === undefined) {
    throw new AppError('invalid-input', 'Say which conversation you mean, or read one first.', {
      field: 'conversationId',
    })
  }
  const message = {
    from: speaker.side,
    userId: actor?.userId ?? null,
    senderName: speaker.name,
    clientId: payload.clientId,
    message: payload.message,
    page: speaker.side === 'visitor' ? payload.page : undefined,
  } as const
  const written = await write(call, speaker, message, sending)
  if (written.isNew) sending.hub.publishMessage(written, socket)
  if (speaker.side === 'staff') sending.last.note(speaker.actor.userId, written.conversationId)
  const { id, conversationId, seq, sentOn } = written
  return { id, conversationId, seq, sentAt: sentOn.toISOString() }
}

async function write(
  { socket, actor, letNextBegin }: EventCall<typeof event>,
  speaker: Speaker,
  message: Omit<NewMessage, 'conversationId'>,
  { inTx, hub, writer, limits }: Sending,
): Promise<WrittenMessage> {
  if (speaker.conversationId !== undefined) {
    try {
      const written = writer.write({ ...message, conversationId: speaker.conversationId })
      // Its position is fixed, so the next one need not wait for the disk.
      letNextBegin()
      return await written
    } catch (error) {
      // A visitor whose conversation was just deleted begins another one, unless they have left.
      const isGone = error instanceof AppError && error.code === 'not-found'
      if (speaker.side === 'staff' || !isGone || !socket.connected) throw error
    }
  }
  const { visitorHash, address, userAgent } = socket.data.handshake
  const network = networkOf(address)
  await limits.conversation(socket)
  const visitor = { actor, visitorHash }
  const conversationId = await inTx((tx) => openConversation(tx, visitor, { name: speaker.name, network, userAgent }))
  hub.places.enterAll({ userId: actor?.userId ?? null, visitorHash: actor ? null : visitorHash }, conversationId)
  return writer.write({ ...message, conversationId })
}
