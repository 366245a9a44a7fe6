import type { Logger } from '#server/config/log.ts'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Between two questions, in milliseconds. */
const askEvery = 1000
/** A database that says nothing for so long, in milliseconds, is away. A busy one answers this question sooner. */
const patience = 6000
const tooManyConnections = '53300'

export interface Heartbeat {
  /** True while the database doesn't answer. */
  readonly isAway: boolean
  /** Calls back each time that it answers again. */
  onReturn(listener: () => void): void
  stop(): Promise<void>
}

/**
 * Asks the database every second whether it is there, on a connection of its own. One that refuses says so at once to
 * everybody who asks; one that is silent (stopped, cut off by a network) would let them wait for minutes: then the
 * connections of the pool are cut, so that whoever waits for one hears of it.
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

  /** Asks on the connection that is there. One that was ended alone says nothing of the database: a new one is asked. */
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
      // It has no connection to spare, so it is there.
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

  /** What became of a question: answered, refused, or nothing. */
  async function outcome(): Promise<'answered' | 'refused' | 'silence'> {
    const asked = ask().then(
      () => 'answered' as const,
      () => 'refused' as const,
    )
    const timeout = new AbortController()
    waiting = timeout
    const silence = sleep(patience, undefined, { signal: timeout.signal, ref: false })
      // This process may have been held up itself: an answer that has arrived is read first.
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

/** Cuts a connection; whoever holds it is told that it was lost, and the pool forgets it. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }
  connection.stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ECONNRESET' }))
}
