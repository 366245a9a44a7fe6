import { pick, seededRandom } from '#bench/random.ts'
import { openDatabase } from '#server/db/database.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { launchProcess } from '#testing/product-process.ts'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Fault, FaultReport } from './fault.ts'
import { type DatabasePlace, FaultProduct } from './fault-product.ts'
import { brokenRules, damage } from './invariants.ts'
import { addOldBugs, fillAsOf } from './old-database.ts'
import { ownDatabase } from './own-database.ts'

/** Bugs for each round, so that a round has something to interrupt. */
const bugsPerRound = 400
const phases = ['while the schema changes', 'while bugs are indexed', 'while the index is built'] as const

/**
 * An upgrade from the schema of 0006 is killed again and again, in the middle of a migration and in the middle of the
 * indexing that follows. Each start continues it, the last one finishes it, and nothing may be lost or duplicated.
 */
export const migrationKilled: Fault = async ({
  rounds,
  seed,
  cluster,
  say,
  isOver = () => false,
}): Promise<FaultReport> => {
  const { place, url, drop } = await ownDatabase(cluster, false)
  const random = seededRandom(seed)
  const product = await FaultProduct.prepare({ settings: { DATABASE_URL: url }, place })
  const observer = new pg.Client({ ...place, application_name: 'observer' })
  await observer.connect()
  const wrong: string[] = []
  const struck = new Map<string, number>()
  try {
    const bugs = bugsPerRound * Math.max(4, Math.min(rounds, 25))
    await makeOldDatabase(place, bugs)
    say(`${bugs} bugs of before`)
    const before = await written(observer)
    for (let round = 0; round < rounds && !isOver(); round++) {
      const wanted = phases[round] ?? pick(random, phases)
      const phase = await killDuring(product, observer, wanted, random() * 60)
      struck.set(phase, (struck.get(phase) ?? 0) + 1)
      if (phase === 'after it was done') break
    }
    await product.startAgain()
    if ((await product.readiness()) !== 200) wrong.push('it was not ready')
    if ((await written(observer)) !== before) wrong.push('bugs, comments or events are not what they were')
    const { rows } = await observer.query('select from bug_search where words @@ $1::tsquery', [`'=flicker'`])
    if (rows.length !== bugs) wrong.push(`a word of ${bugs} bugs is found in ${rows.length}`)
    wrong.push(
      ...(await product.onDatabase(async (database) => {
        const { deviations } = await verifyHistory(database.db)
        const differing = deviations.map(({ bugId, what }) => `bug ${bugId} differs: ${what.join(', ')}`)
        return [...differing, ...(await brokenRules(database.pool)), ...(await damage(database.pool))]
      })),
    )
    if ((await product.stop()) !== 0) wrong.push('the product did not stop in good order')
    return {
      figures: { bugs, kills: [...struck].map(([phase, count]) => `${phase} ${count}`).join(', ') },
      losses: wrong,
    }
  } finally {
    await product.clean()
    await observer.end()
    await drop()
  }
}

async function makeOldDatabase(place: DatabasePlace, bugs: number): Promise<void> {
  const database = openDatabase(place, 1, () => {})
  await fillAsOf(database.pool, '0006-attachments')
  await addOldBugs(database.pool, bugs)
  await database.close()
}

/** Starts the product and kills it in a phase, or soon after that phase is over. @returns when it was killed */
async function killDuring(product: FaultProduct, observer: pg.Client, wanted: string, delay: number): Promise<string> {
  const started = launchProcess(product.settings)
  let ended = false
  void started.ended.then(() => (ended = true))
  for (;;) {
    const phase = await phaseOf(observer)
    const isReady = started.output().includes('is ready at')
    if (phase === wanted) await setTimeout(delay)
    else if (!isReady && !ended && !isPast(phase, wanted)) {
      await setTimeout(2)
      continue
    }
    process.kill(-(started.child.pid ?? 0), 'SIGKILL')
    await started.ended
    // Its statements end with its connections.
    while (await isConnected(observer)) await setTimeout(20)
    return isReady ? 'after it was done' : (phase ?? 'before it began')
  }
}

function isPast(phase: string | undefined, wanted: string): boolean {
  const [now, goal] = [phases.findIndex((one) => one === phase), phases.findIndex((one) => one === wanted)]
  return now > goal
}

/** Returns the phase of the upgrade, seen from outside; undefined before it begins. */
async function phaseOf(observer: pg.Client): Promise<(typeof phases)[number] | undefined> {
  const { rows } = await observer.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and application_name like 'mothlight%'
      and (backend_xid is not null or query ~ '^(vacuum|create index)')`,
  )
  if (rows.some(({ query }) => /^(vacuum|create index if not exists)/.test(query))) return 'while the index is built'
  const { rows: left } = await observer.query<{ there: boolean }>(
    `select to_regclass('search_upgrade') is not null as there`,
  )
  if (left[0]?.there) return 'while bugs are indexed'
  return rows.length > 0 ? 'while the schema changes' : undefined
}

async function isConnected(observer: pg.Client): Promise<boolean> {
  const { rows } = await observer.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'mothlight%'`,
  )
  return rows.length > 0
}

/** Returns a fingerprint of everything that people had written. */
async function written(observer: pg.Client): Promise<string> {
  const { rows } = await observer.query<{ print: string }>(`select md5(concat(
    (select string_agg(id || title || description || comment_count, ',' order by id) from bugs),
    (select string_agg(id || message, ',' order by id) from comments),
    (select string_agg(id::text || type || payload::text, ',' order by id) from events))) as print`)
  return rows[0]?.print ?? ''
}
