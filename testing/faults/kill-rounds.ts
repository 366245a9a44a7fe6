import { pick, seededRandom } from '#bench/random.ts'
import { newVisitorCookie } from '#testing/chat-client.ts'
import { runCommandProcess } from '#testing/run-command.ts'
import { StormClient } from '#testing/storms/storm-client.ts'
import { setTimeout } from 'node:timers/promises'
import { everythingWrong } from './check.ts'
import type { Fault, FaultReport } from './fault.ts'
import { FaultProduct } from './fault-product.ts'
import { Journal } from './journal.ts'
import { MixedLoad } from './mixed-load.ts'
import { killPostgres, postgresPids, signal } from './postgres-processes.ts'

const writers = 8
const visitors = 3
/** Least number of acknowledged writes before each kill. */
const perRound = 25

const strikes = ['application', 'database', 'both', 'one backend'] as const
type Strike = (typeof strikes)[number]

/**
 * `kill -9` of the application, of the whole database, of both at once, and of one process of the database, under a
 * load of all kinds of writes. Where only the database is killed, the product must restart it by itself.
 */
export const killRounds: Fault = async ({ rounds, seed, say, fill, isOver = () => false }): Promise<FaultReport> => {
  const product = await FaultProduct.start({ fill })
  const chatters: StormClient[] = []
  try {
    const random = seededRandom(seed)
    const journal = new Journal()
    const load = new MixedLoad(product.whereabouts, await product.people(writers), journal, seed)
    for (let n = 0; n < visitors; n++) {
      chatters.push(new StormClient(product.origin, await newVisitorCookie(product.origin)))
    }
    const struck = new Map<Strike, number>()
    let slowestReturn = 0
    load.start()
    let round = 0
    for (; round < rounds && !isOver(); round++) {
      // One kind after the other, so that a short run has them all.
      const strike = strikes[round] ?? pick(random, strikes)
      struck.set(strike, (struck.get(strike) ?? 0) + 1)
      const enough = journal.acknowledged.length + perRound
      for (let n = 0; n < 20; n++) pick(random, chatters).say(`line ${round}.${n}`)
      while (journal.acknowledged.length < enough) await setTimeout(5)
      await setTimeout(random() * 150)
      await hit(product, strike, random())
      slowestReturn = Math.max(slowestReturn, await product.ready(60_000))
      if ((round + 1) % 10 === 0) say(`${round + 1} of ${rounds} rounds, ${journal.acknowledged.length} writes`)
    }
    await load.stop()
    await load.settle()
    const unsent = await drain(chatters)
    const wrong = [
      ...(await product.onDatabase((database) => everythingWrong(journal, database, product.dataDir))),
      ...(await lostLines(product, chatters)),
      ...(unsent > 0 ? [`${unsent} chat lines were never taken`] : []),
    ]
    const { code, stdout } = await runCommandProcess(['verify'], { DATA_DIR: product.dataDir })
    if (code !== 0) wrong.push(`mothlight verify: ${stdout}`)
    if ((await product.stop()) !== 0) wrong.push('the product did not stop in good order')
    return {
      figures: {
        rounds: round,
        'of each': [...struck].map(([strike, count]) => `${strike} ${count}`).join(', '),
        'acknowledged writes': journal.acknowledged.length,
        'acknowledged chat lines': chatters.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
        answers: journal.summary,
        'slowest answer, ms': Math.round(journal.slowestMs),
        'slowest return after a kill, ms': Math.round(slowestReturn),
        verify: stdout.trim(),
      },
      losses: wrong,
    }
  } finally {
    chatters.forEach((client) => client.close())
    await product.clean()
  }
}

async function hit(product: FaultProduct, strike: Strike, chance: number): Promise<void> {
  if (strike === 'database') await killPostgres(product.dataDir)
  if (strike === 'one backend') {
    const [, ...backends] = postgresPids(product.dataDir)
    signal(backends.slice(Math.floor(chance * backends.length)).slice(0, 1), 'SIGKILL')
  }
  if (strike === 'application') await product.killApplication()
  if (strike === 'both') await Promise.all([killPostgres(product.dataDir), product.killApplication()])
  if (strike === 'application' || strike === 'both') await product.startAgain()
}

/** Sends what is not acknowledged yet. @returns how much is left */
async function drain(chatters: readonly StormClient[]): Promise<number> {
  const left = () => chatters.reduce((sum, { pendingCount }) => sum + pendingCount, 0)
  for (let tries = 0; left() > 0 && tries < 300; tries++) {
    await Promise.all(chatters.map((client) => client.settle()))
    await setTimeout(50)
  }
  return left()
}

async function lostLines(product: FaultProduct, chatters: readonly StormClient[]): Promise<string[]> {
  const rows = await product.onDatabase(
    async ({ pool }) => (await pool.query<{ id: string; message: string }>('select id, message from chat_lines')).rows,
  )
  const stored = new Map(rows.map(({ id, message }) => [id, message]))
  return chatters.flatMap(({ acknowledged, conflicts }) => [
    ...[...acknowledged].filter(([id, text]) => stored.get(id) !== text).map(([, text]) => `lost: chat line ${text}`),
    ...conflicts.map((place) => `two chat lines in one place: ${place}`),
  ])
}
