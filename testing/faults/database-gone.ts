import { newVisitorCookie } from '#testing/chat-client.ts'
import { StormClient } from '#testing/storms/storm-client.ts'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { everythingWrong } from './check.ts'
import { openCuttingProxy } from './cutting-proxy.ts'
import type { Fault, FaultReport } from './fault.ts'
import { embeddedPlace, FaultProduct } from './fault-product.ts'
import { Journal } from './journal.ts'
import { MixedLoad } from './mixed-load.ts'
import { watchOutage } from './outage.ts'
import { postgresPids, signal } from './postgres-processes.ts'

const writers = 6
/** Milliseconds within which the product recovers after its database. */
const recoversWithin = 20_000

interface Way {
  readonly name: string
  goAway(): void
  comeBack(): void
}

/**
 * The database is away: its processes are stopped, its connections are closed and refused, or nothing is forwarded to
 * it. Requests must be refused clearly and soon, and everything must recover by itself afterwards.
 */
export const databaseGone: Fault = async ({ seconds, seed, say, fill }): Promise<FaultReport> => {
  const embedded = await FaultProduct.start({ fill })
  const ended: (() => Promise<void>)[] = [() => embedded.clean()]
  try {
    const stopped: Way = {
      name: 'embedded, its processes stopped',
      goAway: () => signal(postgresPids(embedded.dataDir), 'SIGSTOP'),
      comeBack: () => signal(postgresPids(embedded.dataDir), 'SIGCONT'),
    }
    ended.unshift(async () => stopped.comeBack())
    const first = await tryWays(embedded, [stopped], seconds, seed, say)

    // The same PostgreSQL as an external one, behind a proxy that can fail.
    const proxy = await openCuttingProxy({ path: join(embedded.dataDir, 'run', '.s.PGSQL.5432') })
    ended.unshift(() => proxy.close())
    await embedded.onDatabase(({ pool }) => pool.query('create database external'))
    const external = await FaultProduct.start({
      settings: { DATABASE_URL: `postgresql://mothlight@127.0.0.1:${proxy.port}/external` },
      place: { ...embeddedPlace(embedded.dataDir), database: 'external' },
    })
    ended.unshift(() => external.clean())
    const ways = (['refuse', 'silence'] as const).map((how) => ({
      name: `external, ${how === 'refuse' ? 'connections cut and refused' : 'nothing gets through'}`,
      goAway: () => proxy.behave(how),
      comeBack: () => proxy.behave('pass'),
    }))
    const second = await tryWays(external, ways, seconds, seed, say)
    const codes = [await external.stop(), await embedded.stop()]
    const unclean = codes.filter((code) => code !== 0).map((code) => `a stop in good order ended with ${code}`)
    return {
      figures: { ...first.figures, ...second.figures },
      losses: [...first.losses, ...second.losses, ...unclean],
    }
  } finally {
    for (const end of ended) await end()
  }
}

async function tryWays(
  product: FaultProduct,
  ways: readonly Way[],
  seconds: number,
  seed: string,
  say: (line: string) => void,
): Promise<FaultReport> {
  const journal = new Journal()
  const people = await product.people(writers)
  const load = new MixedLoad(product.whereabouts, people, journal, seed)
  const chat = new StormClient(product.origin, await newVisitorCookie(product.origin))
  const figures: Record<string, number | string> = {}
  const wrong: string[] = []
  try {
    for (const { name, goAway, comeBack } of ways) {
      const wait = async (what: string, isSo: () => boolean | Promise<boolean>) => {
        const end = performance.now() + recoversWithin
        while (!(await isSo())) {
          if (performance.now() > end) return void wrong.push(`${name}: ${what} not within ${recoversWithin} ms`)
          await setTimeout(20)
        }
        return undefined
      }
      const moreWrites = (count: number) => {
        const goal = journal.acknowledged.length + count
        return () => journal.acknowledged.length >= goal
      }
      load.start()
      await wait('writes began', moreWrites(20))
      goAway()
      chat.say(`written during: ${name}`)
      const outage = await watchOutage(product.origin, people[0]?.cookie ?? '', seconds * 1000)
      comeBack()
      const startedAt = performance.now()
      await wait('it was ready', async () => (await product.readiness()) === 200)
      const took = performance.now() - startedAt
      await wait('writes went on', moreWrites(20))
      await wait('chat lines were taken', async () => {
        await chat.settle()
        return chat.pendingCount === 0
      })
      await load.stop()
      await load.settle()
      wrong.push(...outage.wrong.map((what) => `${name}: ${what}`))
      figures[name] = `${outage.summary}; ready ${Math.round(took)} ms after it was back`
      say(`${name}: ${figures[name]}`)
    }
    wrong.push(...(await product.onDatabase((database) => everythingWrong(journal, database, product.dataDir))))
    const of = ways[0]?.name.split(',')[0]
    const writes = { [`${of}, acknowledged writes`]: journal.acknowledged.length, [`${of}, answers`]: journal.summary }
    return { figures: { ...figures, ...writes }, losses: wrong }
  } finally {
    chat.close()
  }
}
