import { pick, type Random, seededRandom } from '#bench/random.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { announceEvents } from '#server/events/relay.ts'
import { transactor } from '#server/events/transactor.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { followsAt, type NotificationLevel, notificationLevels } from '#shared/following/level.ts'
import { accountWithSession } from '#testing/account-with-session.ts'
import { anActor } from '#testing/an-actor.ts'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault, FaultReport } from './fault.ts'
import { FaultProduct } from './fault-product.ts'
import { ownDatabase } from './own-database.ts'
import { type Strike, strikeNodes, strikeWords } from './strike-nodes.ts'

const levels: readonly (NotificationLevel | undefined)[] = [undefined, ...notificationLevels]
const writers = 6
/** Every so many events, one is held back until a later one is committed. */
const heldBackEvery = 20
/** In milliseconds: more than it takes until a killed node is known as dead, on a slow machine too. */
const decidedWithin = 240_000

interface Person {
  readonly userId: string
  readonly level: NotificationLevel
}

/**
 * `kill -9` of two nodes that decide who is told of events, one of them or both, while the events are written. Whoever is
 * promised a notification gets it once, and nobody gets another one.
 */
export const notificationsKilled: Fault = async ({
  events: total,
  rounds,
  seed,
  cluster,
  say,
  isOver = () => false,
}): Promise<FaultReport> => {
  const { place, url, drop } = await ownDatabase(cluster, true)
  const settings = { DATABASE_URL: url, JOBS: 'off' }
  const nodes = [await FaultProduct.prepare({ settings, place }), await FaultProduct.prepare({ settings, place })]
  // Each writer has two at most, and announces with one more.
  const database = openDatabase(place, writers * 3, () => {})
  const wrong: string[] = []
  let isEnded = false
  try {
    const { people, bugs } = await aWorld(database)
    await Promise.all(nodes.map((node) => node.startAgain()))
    const random = seededRandom(seed)
    const share = total / (rounds + 1)
    const struck: Strike[] = []
    let [begun, written, killed] = [0, 0, 0]
    const isEnough = () => begun >= total || isEnded || isOver()
    const writing = Array.from({ length: writers }, async (_, n) => {
      const write = writer(database, people, bugs, seededRandom(`${seed} ${n}`), () => written++)
      while (!isEnough()) {
        // The kills get their share of the events, however fast they are written.
        if (killed < rounds && begun > share * (killed + 2)) {
          await setTimeout(5)
          continue
        }
        const isHeld = begun % heldBackEvery === 0 && begun + 2 <= total
        begun += isHeld ? 2 : 1
        await write(isHeld)
      }
    })
    const killing = (async () => {
      for (; killed < rounds && !isOver(); killed++) {
        const when = share * (killed + random())
        while (written < when && !isEnough()) await setTimeout(2)
        await setTimeout(random() * 20)
        struck.push(await strikeNodes(nodes, killed, random))
        if ((killed + 1) % 10 === 0) say(`${killed + 1} of ${rounds} rounds, ${written} events`)
      }
    })()
    await Promise.all([...writing, killing])
    const writtenAt = performance.now()
    const left = await undecided(database)
    if (left > 0) wrong.push(`${left} events were not decided within ${decidedWithin} ms`)
    const decidedAfter = performance.now() - writtenAt
    const { promised, told } = await promisesAndNotifications(database, people, written, wrong)
    for (const node of nodes) if ((await node.stop()) !== 0) wrong.push('a node did not stop in good order')
    return {
      figures: {
        events: written,
        kills: strikeWords(struck),
        'notifications promised': promised,
        'notifications stored': told,
        'decided after the last event, ms': Math.round(decidedAfter),
        'longest from an event to its notification, ms': await longestWait(database),
      },
      losses: wrong,
    }
  } finally {
    isEnded = true
    for (const node of nodes) await node.clean()
    await database.close()
    await drop()
  }
}

/** Creates people who want to hear more or less of the same bugs. */
async function aWorld(database: Database): Promise<{ people: Person[]; bugs: string[] }> {
  const inTx = transactor(database, () => {})
  const people = await Promise.all(
    levels.map(async (level, n) => {
      const { userId } = await accountWithSession(database, { name: `Person ${n}`, roles: ['staff'] })
      return { userId, level: level ?? 'everything', chosen: level }
    }),
  )
  const texts = { title: 't', description: 'd', stepsToReproduce: 's' }
  const bugs: string[] = []
  for (const { userId } of people) {
    bugs.push((await inTx((tx) => createBug(tx, anActor({ userId, fullName: 'P' }), texts, userId))).id)
  }
  for (const { userId, chosen } of people) {
    const follows = chosen === undefined || followsAt(chosen)
    for (const bugId of bugs) {
      await database.pool.query(
        `insert into bug_followers (bug_id, user_id, is_following, since, from_event, level) values ($1, $2, $3, now(), 0, $4)
          on conflict (bug_id, user_id) do update set is_following = excluded.is_following, level = excluded.level`,
        [bugId, userId, follows, chosen ?? null],
      )
    }
  }
  return { people, bugs }
}

/** Returns what writes an event, or two of which the later one is committed first. Several write at once. */
function writer(
  database: Database,
  people: readonly Person[],
  bugs: readonly string[],
  random: Random,
  onWritten: () => void,
) {
  const inTx = transactor(database, () => {})
  // Who writes of a bug waits for whoever does so: those that hold back write of their own.
  const [first = '', ...others] = bugs
  return async function write(isHeld: boolean): Promise<void> {
    await inTx(async (tx) => {
      const { userId } = pick(random, people)
      const common = { subjectId: isHeld ? first : pick(random, others), actorId: userId }
      const comment = { commentId: newRecordId(), createdOn: new Date().toISOString(), userId, message: 'm' }
      await (random() < 0.5
        ? recordEvent(tx, { ...common, type: 'bug-status-changed', payload: { from: 'Open', to: 'Closed' } })
        : recordEvent(tx, { ...common, type: 'comment-added', payload: comment }))
      if (!isHeld) return
      // The nodes hear of the later one before this one is committed.
      await write(false)
      await sql`select pg_sleep(0.1)`.execute(tx)
    })
    onWritten()
    await announceEvents(database.pool)
  }
}

const written = `e.type in ('bug-status-changed', 'comment-added')`

/** Waits until everything is decided. @returns how many events are not, when that takes too long */
async function undecided({ pool }: Database): Promise<number> {
  const deadline = performance.now() + decidedWithin
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::integer as left from events e, notification_position p where (e.tx, e.id) > (p.tx, p.event_id)`,
    )
    const left = rows[0]?.left ?? 0
    if (left === 0 || performance.now() > deadline) return left
    await setTimeout(50)
  }
}

/** Compares who was promised a notification with who got one. @param wrong takes what differs */
async function promisesAndNotifications(
  { pool }: Database,
  people: readonly Person[],
  count: number,
  wrong: string[],
): Promise<{ promised: number; told: number }> {
  const events = (
    await pool.query<{ id: number; type: string; actor_id: string }>(
      `select e.id, e.type, e.actor_id from events e where ${written}`,
    )
  ).rows
  if (events.length !== count) wrong.push(`${count} events were written, and there are ${events.length}`)
  const promised = events.flatMap(({ id, type, actor_id }) =>
    people
      .filter(({ userId }) => userId !== actor_id)
      // All of them may triage, so what each says matters.
      .filter(({ level }) =>
        type === 'bug-status-changed' ? followsAt(level) : ['everything', 'matters'].includes(level),
      )
      .map(({ userId }) => `${id} ${userId}`),
  )
  const told = (
    await pool.query<{ told: string; times: number }>(
      `select n.event_id || ' ' || n.user_id as told, count(*)::integer as times
        from notifications n join events e on e.id = n.event_id where ${written} group by 1`,
    )
  ).rows
  const [due, got] = [new Set(promised), new Set(told.map((row) => row.told))]
  wrong.push(
    ...promised.filter((one) => !got.has(one)).map((one) => `missed (event, person): ${one}`),
    ...told.filter((one) => !due.has(one.told)).map((one) => `told without being promised: ${one.told}`),
    ...told.filter(({ times }) => times > 1).map((one) => `told ${one.times} times: ${one.told}`),
  )
  return { promised: promised.length, told: told.reduce((sum, { times }) => sum + times, 0) }
}

async function longestWait({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ longest: number }>(
    `select coalesce(extract(epoch from max(n.decided_on - e.at)) * 1000, 0)::integer as longest
      from notifications n join events e on e.id = n.event_id where ${written}`,
  )
  return rows[0]?.longest ?? 0
}
