import { sendMessage } from '#shared/chat/socket-events.ts'
import type { SocketReply } from '#shared/realtime/socket-event.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { SendError } from '#web/lib/socket/socket-refusal.ts'
import { newMessage, type Outbox, type OutgoingMessage } from './outbox.ts'
import type { ChatConnection, ThreadHolder } from './thread-holder.ts'

/** Seconds before a message that the server can't store is sent again, if it names no time. */
const retryAfter = 3

/**
 * Sends messages one after the other, because they are stored in that order. Without a connection they stay pending; a
 * refused message stays with its reason until its writer tries again.
 * @param onStored called with the server's acknowledgement
 */
export function messageSender(
  connection: ChatConnection,
  holder: ThreadHolder,
  outbox: Outbox,
  named: { readonly conversationId?: string },
  onStored: (outgoing: OutgoingMessage, stored: SocketReply<typeof sendMessage>) => void,
) {
  let isSending = false

  async function sendAll() {
    if (isSending) return
    isSending = true
    try {
      for (;;) {
        const next = holder.get().outgoing.find(({ refusal }) => refusal === undefined)
        if (!next || holder.isEnded() || !connection.isConnected()) return
        if (!(await sendOne(next))) return
      }
    } finally {
      isSending = false
    }
  }

  /** Sends one message. @returns false where the next one has to wait as well */
  async function sendOne(outgoing: OutgoingMessage): Promise<boolean> {
    const { clientId, message, page } = outgoing
    try {
      onStored(outgoing, await connection.send(sendMessage, { ...named, clientId, message, page }))
    } catch (error) {
      // While the server has lost its database, the message stays pending and is sent again automatically.
      if (error instanceof SendError && error.code === 'unavailable') {
        setTimeout(() => void sendAll(), (error.retryAfterSeconds ?? retryAfter) * 1000)
        return false
      }
      // Without a connection it stays pending; the next connection sends it again.
      if (connection.isConnected()) replace({ ...outgoing, refusal: reasonOf(error) })
    }
    return true
  }

  function replace(outgoing: OutgoingMessage) {
    const thread = holder.get()
    if (holder.isEnded() || !thread.outgoing.some(({ clientId }) => clientId === outgoing.clientId)) return
    outbox.keep(outgoing)
    const others = thread.outgoing.map((one) => (one.clientId === outgoing.clientId ? outgoing : one))
    holder.change({ ...thread, outgoing: others })
  }

  return {
    sendAll,
    say: (message: string) => {
      const thread = holder.get()
      const outgoing = newMessage(message)
      outbox.keep(outgoing)
      holder.change({ ...thread, outgoing: [...thread.outgoing, outgoing], wasDeleted: false })
      void sendAll()
    },
    tryAgain: (clientId: string) => {
      const outgoing = holder.get().outgoing.find((one) => one.clientId === clientId)
      if (!outgoing) return
      const { refusal: _over, ...rest } = outgoing
      replace(rest)
      void sendAll()
    },
    discard: (clientId: string) => {
      const thread = holder.get()
      holder.change({ ...thread, outgoing: thread.outgoing.filter((one) => one.clientId !== clientId) })
    },
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof SendError)) return 'It could not be sent.'
  const reference = referenceOf(error)
  return reference === undefined ? error.message : `${error.message} Reference: ${reference}`
}
