import { pick, type Random, seededRandom } from '#bench/random.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { transactor } from '#server/events/transactor.ts'
import { putMail } from '#server/features/mail/public.ts'
import { type MailServer, type MailStep, type MailTrouble, startMailServer } from '#testing/mail-server.ts'
import { setTimeout } from 'node:timers/promises'
import type { Fault, FaultReport } from './fault.ts'
import { FaultProduct } from './fault-product.ts'
import { ownDatabase } from './own-database.ts'
import { type Strike, strikeNodes, strikeWords } from './strike-nodes.ts'

/** Most mails of one run, however many events were asked for. */
const mostMails = 500
/** Longest wait for the mails that a round waits for, in milliseconds: those that a killed node had begun are left alone for a minute. */
const longestRound = 5_000
/** A node that was killed is known as dead within 30 s, and its job is due a minute later: on a slow machine that is more than a minute. */
const sentWithin = 240_000

/** What a mail server does now and then instead of going on. */
const troubles: readonly (readonly [MailStep, MailTrouble])[] = [
  ['connect', 'hang-up'],
  ['to', { refuses: '450 4.2.1 Try again later' }],
  ['data', { refuses: '451 4.3.0 Try again later' }],
  ['data', 'hang-up'],
]

/**
 * `kill -9` of two nodes that send mails, one of them or both, to a mail server that answers late, refuses for now and
 * hangs up. Every mail arrives, and one that arrives twice has the same Message-ID.
 */
export const mailsKilled: Fault = async ({
  events,
  rounds,
  seed,
  cluster,
  say,
  isOver = () => false,
}): Promise<FaultReport> => {
  const total = Math.min(events, mostMails)
  const { place, url, drop } = await ownDatabase(cluster, true)
  const random = seededRandom(seed)
  const server = await startMailServer()
  server.trouble = troubleNowAndThen(seededRandom(`${seed} server`))
  // What was taken is not always told before the kill.
  server.onTaken = () => setTimeout(random() * 20)
  const settings = { ...server.settings, DATABASE_URL: url, SECRET_KEY: 'only for this run '.repeat(2) }
  const nodes = [await FaultProduct.prepare({ settings, place }), await FaultProduct.prepare({ settings, place })]
  const database = openDatabase(place, 3, () => {})
  const losses: string[] = []
  let isEnded = false
  try {
    await Promise.all(nodes.map((node) => node.startAgain()))
    const inTx = transactor(database, () => {})
    const share = total / (rounds + 1)
    const struck: Strike[] = []
    let [put, killed] = [0, 0]
    const isEnough = () => isEnded || isOver()
    const putting = (async () => {
      while (put < total && !isEnough()) {
        // The kills get their share of the mails, however fast they are sent.
        if (killed < rounds && put > share * (killed + 2)) {
          await setTimeout(5)
          continue
        }
        await inTx((tx) => putMail(tx, { kind: 'test-mail', userId: null, address: addressOf(put), subjectId: null }))
        put++
        await setTimeout(random() * 10)
      }
    })()
    const killing = (async () => {
      for (; killed < rounds && !isEnough(); killed++) {
        const wanted = Math.min(share * (killed + random()), total - 1)
        const until = performance.now() + longestRound
        while (server.mails.length < wanted && performance.now() < until && !isEnough()) await setTimeout(2)
        await setTimeout(random() * 20)
        struck.push(await strikeNodes(nodes, killed, random))
        if ((killed + 1) % 10 === 0) say(`${killed + 1} of ${rounds} rounds, ${server.mails.length} mails`)
      }
    })()
    await Promise.all([putting, killing])

    // The clock goes on by the minutes for which what was on its way, or was refused, is left alone.
    for (const node of nodes) if ((await node.stop()) !== 0) losses.push('a node did not stop in good order')
    server.trouble = undefined
    await database.pool.query('update mails set due_on = now() where sent_on is null and failed_on is null')
    const last = nodes[0]
    await last?.startAgain()
    await sent(database)
    if ((await last?.stop()) !== 0) losses.push('a node did not stop in good order')
    const twice = await compare(database, server, put, losses)
    return {
      figures: {
        mails: put,
        kills: strikeWords(struck),
        'refused or cut off': server.troubles,
        'arrived twice, with one Message-ID': twice,
      },
      losses,
    }
  } finally {
    isEnded = true
    for (const node of nodes) await node.clean()
    await database.close()
    await server.close()
    await drop()
  }
}

const addressOf = (n: number) => `n${n}@example.test`

/** One step of ten at which it can make trouble goes wrong. */
function troubleNowAndThen(random: Random): NonNullable<MailServer['trouble']> {
  return (step) => {
    const own = troubles.filter(([at]) => at === step)
    return own.length > 0 && random() < 0.1 ? pick(random, own)[1] : undefined
  }
}

/** Waits until nothing is left to be sent. */
async function sent({ pool }: Database): Promise<void> {
  const deadline = performance.now() + sentWithin
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      'select count(*)::integer as left from mails where sent_on is null and failed_on is null',
    )
    if (rows[0]?.left === 0 || performance.now() > deadline) return
    await setTimeout(50)
  }
}

/** Compares what was to be sent with what arrived. @param wrong takes what differs @returns how many arrived more than once */
async function compare({ pool }: Database, server: MailServer, count: number, wrong: string[]): Promise<number> {
  const { rows } = await pool.query<{ address: string; what: string }>(
    `select address, case when failed_on is null then 'not sent' else 'given up' end as what from mails where sent_on is null`,
  )
  wrong.push(...rows.map(({ address, what }) => `${what}: ${address}`))
  const arrived = Map.groupBy(server.mails, ({ to }) => to.join(' '))
  const ids = [...arrived].map(([address, copies]) => ({
    address,
    copies: copies.length,
    ids: [...new Set(copies.map(({ headers }) => headers['message-id'] ?? ''))],
  }))
  for (let n = 0; n < count; n++) if (!arrived.has(addressOf(n))) wrong.push(`lost: ${addressOf(n)}`)
  wrong.push(
    ...ids.filter((one) => one.ids.length > 1).map(({ address }) => `arrived with another Message-ID: ${address}`),
    ...ids
      .filter(({ address }) => !/^n\d+@example\.test$/.test(address))
      .map(({ address }) => `to nobody’s address: ${address}`),
  )
  const distinct = new Set(ids.flatMap((one) => one.ids))
  if (distinct.size < arrived.size) wrong.push(`${arrived.size} addresses got mails of ${distinct.size} ids`)
  return ids.filter(({ copies }) => copies > 1).length
}
