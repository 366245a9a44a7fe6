import { theLine } from '#web/lib/socket/the-line.ts'

type Listener = () => void

const listeners = new Set<Listener>()
const tell = () => {
  for (const listener of listeners) listener()
}

const line = theLine.join(async () => undefined)
line.onPush('news-changed', tell)
// What was pushed while there was no connection was pushed to nobody.
line.onStatus((isConnected) => isConnected && tell())

/** Calls back when the news are to be read again; the answer ends that. It brings the socket along, so it comes late. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  line.open()
  return () => void listeners.delete(listener)
}
