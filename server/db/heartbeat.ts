import type { Logger } from '#server/config/log.ts'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Time between two questions, in milliseconds. */
const askEvery = 1000
/** A database that doesn't answer for this long, in milliseconds, counts as away. A busy one answers sooner. */
const silenceLimit = 6000
const tooManyConnections = '53300'

export interface Heartbeat {
  /** True while the database doesn't answer. */
  readonly isAway: boolean
  /** Registers a listener that is called each time the database answers again. */
  onReturn(listener: () => void): void
  stop(): Promise<void>
}

/**
 * Asks the database every second whether it answers, on a connection of its own. A database that refuses connections
 * tells every caller at once. One that is silent (stopped, or cut off by a network) would keep callers waiting for
 * minutes, so the connections of the pool are closed then.
 * @param settings how to connect
 */
export function startHeartbeat(pool: pg.Pool, settings: pg.ClientConfig, log: Logger): Heartbeat {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  const returned: (() => void)[] = []
  let isAway = false
  let client: pg.Client | undefined
  let waiting: AbortController | undefined
  const stopping = new AbortController()

  /** Asks on the existing connection. If only that connection was closed, a new one is tried. */
  async function ask(): Promise<void> {
    const held = client
    if (held) {
      const isAnswered = await held.query('select 1').then(
        () => true,
        () => false,
      )
      if (isAnswered) return
      if (client !== held) throw new Error('This question was given up.')
      leave()
    }
    await askAnew().catch((error: unknown) => {
      // The server has no connection to spare, so it is running.
      if ((error as { code?: string }).code !== tooManyConnections) throw error
      leave()
    })
  }

  async function askAnew(): Promise<void> {
    const fresh = new pg.Client({ ...settings, application_name: 'mothlight heartbeat' })
    fresh.on('error', () => undefined)
    client = fresh
    await fresh.connect()
    await fresh.query('select 1')
  }

  /** Returns the result of a question: answered, refused, or nothing. */
  async function outcome(): Promise<'answered' | 'refused' | 'silence'> {
    const asked = ask().then(
      () => 'answered' as const,
      () => 'refused' as const,
    )
    const timeout = new AbortController()
    waiting = timeout
    const silence = sleep(silenceLimit, undefined, { signal: timeout.signal, ref: false })
      // This process may have been delayed itself, so an answer that has already arrived is read first.
      .then(() => setImmediate())
      .then(() => 'silence' as const)
      .catch(() => 'silence' as const)
    const first = await Promise.race([asked, silence])
    timeout.abort()
    return first
  }

  function leave(): void {
    client?.end().catch(() => undefined)
    client = undefined
  }

  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      const heard = await outcome()
      if (stopping.signal.aborted) break
      if (heard !== 'answered') leave()
      const was = isAway
      isAway = heard !== 'answered'
      if (isAway && !was) log.error(`the database ${heard === 'refused' ? 'can’t be reached' : 'does not answer'}`)
      if (!isAway && was) {
        log.warn('the database answers again')
        for (const listener of returned) listener()
      }
      if (heard === 'silence') for (const held of open) cut(held)
      await sleep(askEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
    leave()
  }

  const beating = beat()
  return {
    get isAway() {
      return isAway
    },
    onReturn: (listener) => void returned.push(listener),
    stop: async () => {
      stopping.abort()
      waiting?.abort()
      leave()
      await beating
    },
  }
}

/** Closes a connection. Its user gets an error, and the pool removes it. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }
  connection.stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ECONNRESET' }))
}
