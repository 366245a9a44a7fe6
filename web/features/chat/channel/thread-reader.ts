import { syncConversation } from '#shared/chat/socket-events.ts'
import type { SocketReply } from '#shared/realtime/socket-event.ts'
import { emptyThread, knownUpTo, withEarlier, withMessages, withState } from './thread.ts'
import type { ChatConnection, ThreadHolder } from './thread-holder.ts'

/**
 * Reads missing messages, with one request at a time; requests meanwhile are combined into the next one.
 * @param onRead called with every answer before it changes anything
 */
export function threadReader(
  connection: ChatConnection,
  holder: ThreadHolder,
  named: { readonly conversationId?: string },
  onRead: (reply: SocketReply<typeof syncConversation>) => void,
) {
  let reading: Promise<void> | undefined
  let isOutdated = false

  function readMissing(): Promise<void> {
    isOutdated = true
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readAll() {
    try {
      while (isOutdated && connection.isConnected() && !holder.isEnded()) {
        isOutdated = false
        await (holder.get().isLoaded ? readAfter() : readLast())
      }
    } catch {
      // Without an answer the next connection asks again.
    }
  }

  async function readLast() {
    const reply = await connection.send(syncConversation, named)
    onRead(reply)
    holder.change(withEarlier(holder.get(), reply))
  }

  async function readAfter() {
    const after = knownUpTo(holder.get())
    const reply = await connection.send(syncConversation, { ...named, after })
    const known = holder.get().conversationId
    if (known !== undefined && reply.conversationId !== known) {
      // The server has another conversation now: this one was deleted, or became part of an account's.
      startAgain(reply.conversationId === undefined)
      isOutdated = true
      return
    }
    onRead(reply)
    holder.change(withMessages(withState(holder.get(), reply), reply.lines))
    isOutdated ||= reply.more && knownUpTo(holder.get()) > after
  }

  /** Clears the messages; pending ones stay. */
  function startAgain(wasDeleted: boolean) {
    const { outgoing, staffPresent, canBeReached } = holder.get()
    holder.change({ ...emptyThread, outgoing, staffPresent, canBeReached, wasDeleted })
  }

  return {
    readMissing,
    startAgain,
    loadEarlier: async () => {
      const [first] = holder.get().messages
      if (first === undefined || !holder.get().hasEarlier) return
      const reply = await connection.send(syncConversation, { ...named, before: first.seq })
      if (reply.conversationId === holder.get().conversationId) holder.change(withEarlier(holder.get(), reply))
    },
  }
}
