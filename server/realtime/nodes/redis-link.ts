import { ConfigError } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { createClient, ErrorReply } from 'redis'
import { Breaker } from './breaker.ts'
import type { NodeLink } from './nodes.ts'
import { redisLimit } from './redis-limit.ts'
import { once } from 'node:events'

/** Longest wait between two tries to reach Redis, and how long the start waits for the first, in milliseconds. */
const longestPause = 2_000
const firstPatience = 3_000

type Client = ReturnType<typeof clientOf>

/**
 * Carries texts between nodes by publishing them in Redis, and counts limits there. While Redis can't be reached, texts
 * are lost and limits count in this process; it is tried again until it is back.
 * @param url of the server; may hold a password, so it is never logged
 * @param prefix of the channel's and the limits' names: one per installation
 * @param echoPatience milliseconds after which nobody is at the other end, when what was published has not come back
 * @throws ConfigError when the server answers that it does not want us; one that can't be reached may come later
 */
export async function redisLink(url: string, prefix: string, log: Logger, echoPatience = 6_000): Promise<NodeLink> {
  const publisher = clientOf(url)
  const subscriber = clientOf(url)
  const clients = [publisher, subscriber]
  const areReady = () => clients.every(({ isReady }) => isReady)
  const breaker = new Breaker()
  const channel = `${prefix}:nodes`
  // Nothing is said of it before the first try has ended.
  let isLost = true
  let awaitsEchoSince: number | undefined
  let watching: NodeJS.Timeout | undefined

  const lost = (error: unknown) => {
    if (isLost) return
    isLost = true
    log.warn(
      { reason: reasonOf(error) },
      'Redis can’t be reached; until it is back, who is at other nodes is not known',
    )
  }
  const found = () => {
    if (isLost) log.info('Redis is back')
    isLost = false
  }
  for (const client of clients) client.on('error', lost)
  const connect = () => {
    for (const client of clients) if (!client.isOpen) client.connect().catch(lost)
  }
  const hangUp = (those: readonly Client[]) => {
    for (const client of those) client.destroy()
  }

  connect()
  const problem = await firstProblem(publisher, channel)
  if (problem instanceof ErrorReply) {
    hangUp(clients)
    throw new ConfigError(`Redis refuses what REDIS_URL says: ${problem.message}`)
  }
  isLost = false
  if (problem) lost(problem)

  return {
    get isReached() {
      return !isLost && areReady()
    },
    publish: (text) => {
      if (!publisher.isReady) return
      awaitsEchoSince ??= performance.now()
      publisher.publish(channel, text).catch(lost)
    },
    open: (onText, onReady) => {
      const hear = (text: string) => {
        awaitsEchoSince = undefined
        if (areReady()) found()
        onText(text)
      }
      const ready = () => {
        if (!areReady()) return
        found()
        awaitsEchoSince = undefined
        onReady()
      }
      // To hear the same channel with the same function again changes nothing.
      const subscribe = () => void subscriber.subscribe(channel, hear).then(ready, lost)
      publisher.on('ready', ready)
      subscriber.on('ready', subscribe)
      if (subscriber.isReady) subscribe()
      watching = setInterval(() => {
        if (areReady() && performance.now() - (awaitsEchoSince ?? Infinity) > echoPatience) {
          lost(new Error('no echo'))
          hangUp(clients)
        }
        connect()
      }, 1_000)
      watching.unref()
    },
    limit: (name, points, seconds) => redisLimit(publisher, breaker, `${prefix}:limit:${name}`, points, seconds),
    close: async () => {
      clearInterval(watching)
      // What was published last is still to be sent.
      if (publisher.isReady) await breaker.run(() => publisher.close()).catch(() => {})
      hangUp(clients.filter(({ isOpen }) => isOpen))
    },
  }
}

function clientOf(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 3_000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, longestPause) },
  })
}

/** Waits until the server has taken a first text, or can't be reached. @returns why it has not */
async function firstProblem(publisher: Client, channel: string): Promise<unknown> {
  const signal = AbortSignal.timeout(firstPatience)
  try {
    await once(publisher, 'ready', { signal })
    await publisher.publish(channel, '')
    return undefined
  } catch (error) {
    return signal.aborted ? new Error('no answer') : error
  }
}

/** What went wrong, without anything of the address. */
function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  return code ?? (message || name)
}
