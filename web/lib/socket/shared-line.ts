import { type Connection, connection } from './socket.ts'

/** One line to the server that several parts of a page use, each as if it were its own. */
export interface SharedLine {
  /**
   * A part's own end of the line. Opening it opens the line for all; closing it hangs up for all, which is for the part
   * that knows that somebody else uses the browser from now on.
   * @param beforeReturn see `connection`; all parts are asked
   */
  readonly join: (beforeReturn: () => Promise<unknown>) => Connection
}

export function sharedLine(connect: typeof connection = connection): SharedLine {
  const askedBeforeReturn: Array<() => Promise<unknown>> = []
  const line = connect(() => Promise.allSettled(askedBeforeReturn.map((ask) => ask())))
  let isConnected = false
  line.onStatus((next) => {
    isConnected = next
  })

  return {
    join: (beforeReturn) => {
      askedBeforeReturn.push(beforeReturn)
      const listeners: Array<(isConnected: boolean) => void> = []
      line.onStatus((next) => {
        for (const listener of listeners) listener(next)
      })
      return {
        onStatus: (listener) => void listeners.push(listener),
        onPush: line.onPush,
        send: line.send,
        close: line.close,
        open: () => {
          // Another part has opened it before.
          if (isConnected) for (const listener of listeners) listener(true)
          else line.open()
        },
      }
    },
  }
}
