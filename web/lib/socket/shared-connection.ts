import { type Connection, connection } from './socket.ts'

/** One connection to the server that several parts of a page share. */
export interface SharedConnection {
  /**
   * Returns a part's own handle of the connection. Opening it opens the connection for all; closing it closes it for
   * all, for the part that knows that another person uses the browser now.
   * @param beforeReturn see `connection`; it is called for all parts
   */
  readonly join: (beforeReturn: () => Promise<unknown>) => Connection
}

export function sharedConnection(connect: typeof connection = connection): SharedConnection {
  const askedBeforeReturn: Array<() => Promise<unknown>> = []
  const socket = connect(() => Promise.allSettled(askedBeforeReturn.map((ask) => ask())))
  let isConnected = false
  socket.onStatus((next) => {
    isConnected = next
  })

  return {
    join: (beforeReturn) => {
      askedBeforeReturn.push(beforeReturn)
      const listeners: Array<(isConnected: boolean) => void> = []
      socket.onStatus((next) => {
        for (const listener of listeners) listener(next)
      })
      return {
        onStatus: (listener) => void listeners.push(listener),
        onPush: socket.onPush,
        send: socket.send,
        close: socket.close,
        open: () => {
          // Another part has opened it before.
          if (isConnected) for (const listener of listeners) listener(true)
          else socket.open()
        },
      }
    },
  }
}
