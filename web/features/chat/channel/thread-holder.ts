import type { Connection } from '#web/lib/socket/socket.ts'
import type { Outbox } from './outbox.ts'
import { emptyThread, type Thread } from './thread.ts'

/** What a channel needs of the line to the server. */
export type Line = Pick<Connection, 'send'> & { readonly isConnected: () => boolean }

/** The current state of one conversation, and who wants to hear of its changes. */
export interface ThreadHolder {
  readonly get: () => Thread
  readonly change: (next: Thread) => void
  /** Calls back after every change; the answer ends that. */
  readonly subscribe: (listener: () => void) => () => void
  /** How many want to hear of changes. */
  readonly listeners: () => number
  readonly isEnded: () => boolean
  /** Nothing changes any more. */
  readonly end: () => void
}

/** Lines that are no longer on their way leave the outbox with the change that says so. */
export function threadHolder(outbox: Outbox): ThreadHolder {
  let thread: Thread = { ...emptyThread, outgoing: outbox.lines() }
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
