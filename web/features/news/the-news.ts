import { theLine } from '#web/lib/socket/the-line.ts'

type Listener = () => void

const listeners = new Set<Listener>()
const tell = () => {
  for (const listener of listeners) listener()
}

const line = theLine.join(async () => undefined)
line.onPush('news-changed', tell)
// Pushes during a lost connection were missed.
line.onStatus((isConnected) => isConnected && tell())

/**
 * Registers a listener for when notifications have to be read again; the returned function removes it. Import it
 * dynamically, because it loads the socket library.
 */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  line.open()
  return () => void listeners.delete(listener)
}
