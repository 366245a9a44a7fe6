import { theConnection } from '#web/lib/socket/the-connection.ts'

type Listener = () => void

const listeners = new Set<Listener>()
const tell = () => {
  for (const listener of listeners) listener()
}

const connection = theConnection.join(async () => undefined)
connection.onPush('news-changed', tell)
// Pushes during a lost connection were missed.
connection.onStatus((isConnected) => isConnected && tell())

/**
 * Registers a listener for when notifications have to be read again; the returned function removes it. Import it
 * dynamically, because it loads the socket library.
 */
export function onNotificationPush(listener: Listener): () => void {
  listeners.add(listener)
  connection.open()
  return () => void listeners.delete(listener)
}
