import { ConfigError } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { createClient, ErrorReply } from 'redis'
import { Breaker } from './breaker.ts'
import type { NodeLink } from './nodes.ts'
import { redisLimit } from './redis-limit.ts'
import { once } from 'node:events'

/** Longest wait between two tries to reach Redis, and the time that the start waits for the first, in milliseconds. */
const longestPause = 2_000
const firstTimeout = 3_000

type Client = ReturnType<typeof clientOf>

/**
 * Carries texts between nodes by publishing them in Redis, and counts limits there. While Redis can't be reached, texts
 * are lost and limits count in this process; the link reconnects by itself.
 * @param url of the server; may hold a password, so it is never logged
 * @param prefix of the names of the channel and the limits: one per installation
 * @param echoTimeout milliseconds after which Redis counts as lost when a published text has not come back
 * @throws ConfigError when the server refuses the connection; one that can't be reached may come later
 */
export async function redisLink(url: string, prefix: string, log: Logger, echoTimeout = 6_000): Promise<NodeLink> {
  const publisher = clientOf(url)
  const subscriber = clientOf(url)
  const clients = [publisher, subscriber]
  const areReady = () => clients.every(({ isReady }) => isReady)
  const breaker = new Breaker()
  const channel = `${prefix}:nodes`
  // The first try has to end before anything is logged.
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
      // Subscribing again with the same function changes nothing.
      const subscribe = () => void subscriber.subscribe(channel, hear).then(ready, lost)
      publisher.on('ready', ready)
      subscriber.on('ready', subscribe)
      if (subscriber.isReady) subscribe()
      watching = setInterval(() => {
        if (areReady() && performance.now() - (awaitsEchoSince ?? Infinity) > echoTimeout) {
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
      // What was published last must still be sent.
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

/** Waits until the server has accepted a first text, or can't be reached. @returns why it has not */
async function firstProblem(publisher: Client, channel: string): Promise<unknown> {
  const signal = AbortSignal.timeout(firstTimeout)
  try {
    await once(publisher, 'ready', { signal })
    await publisher.publish(channel, '')
    return undefined
  } catch (error) {
    return signal.aborted ? new Error('no answer') : error
  }
}

/** Returns what went wrong, without any part of the address. */
function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  return code ?? (message || name)
}
