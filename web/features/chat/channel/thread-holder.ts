import type { Connection } from '#web/lib/socket/socket.ts'
import type { Outbox } from './outbox.ts'
import { emptyThread, type Thread } from './thread.ts'

/** The part of the connection that a channel needs. */
export type ChatConnection = Pick<Connection, 'send'> & { readonly isConnected: () => boolean }

/** The current state of one conversation, and the listeners for its changes. */
export interface ThreadHolder {
  readonly get: () => Thread
  readonly change: (next: Thread) => void
  /** Registers a listener for every change; the returned function removes it. */
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the number of listeners. */
  readonly listeners: () => number
  readonly isEnded: () => boolean
  /** Ends all changes. */
  readonly end: () => void
}

/** Holds the state. Messages that are no longer pending leave the outbox with the change that says so. */
export function threadHolder(outbox: Outbox): ThreadHolder {
  let thread: Thread = { ...emptyThread, outgoing: outbox.messages() }
  let isEnded = false
  const listeners = new Set<() => void>()
  return {
    get: () => thread,
    change: (next) => {
      if (next === thread || isEnded) return
      const underWay = new Set(next.outgoing.map(({ clientId }) => clientId))
      for (const { clientId } of thread.outgoing) if (!underWay.has(clientId)) outbox.drop(clientId)
      thread = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listeners: () => listeners.size,
    isEnded: () => isEnded,
    end: () => {
      isEnded = true
      listeners.clear()
    },
  }
}
