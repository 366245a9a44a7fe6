import { theConnection } from '#web/lib/socket/the-connection.ts'

/**
 * Registers a listener for when a bulk change has gone on; undefined stands for any, after a lost connection. Import it
 * dynamically, because it loads the socket library.
 */
export function onBulkPush(listener: (bulkId: string | undefined) => void): void {
  const connection = theConnection.join(async () => undefined)
  connection.onPush('bulk-changed', ({ bulkId }) => listener(bulkId))
  connection.onStatus((isConnected) => isConnected && listener(undefined))
  connection.open()
}
