import type { Closing } from '#bench/processes/closing.ts'
import { assignBug, closeBug, reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { seeBug } from '#shared/following/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { minutesLater } from '#testing/minutes-later.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestCluster } from '#testing/test-cluster.ts'
import type { MailsOptions } from './options.ts'
import type { RecordedAction, Recording } from './recorded-actions.ts'

export interface ReplayResult {
  readonly actions: number
  readonly bugs: number
  readonly people: number
  readonly days: number
  /** Notifications that were stored. */
  readonly told: number
  /** Those of them that say that a bug is new in a view, and the mails that say nothing else. */
  readonly ofViews: { readonly told: number; readonly mails: number }
  /** The bug is undefined where a mail is about several. */
  readonly mails: readonly { readonly to: string; readonly bug: string | undefined; readonly at: number }[]
  /** Mails that there would be if each action were mailed to all others who have a part in its bug. */
  readonly forEachAction: number
  /** Mails of something that its reader had seen before it was put. */
  readonly alreadyRead: number
  /** What a level promises, and was neither told nor mailed. */
  readonly missed: readonly string[]
}

type Person = Awaited<ReturnType<TestApp['person']>>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Does to an empty product what people did elsewhere, as if at the same times. Whoever had a bug is one of the team, and gets it with
 * their first comment there; whoever does something at a bug has looked at it.
 */
export async function replay(
  { actions, assignees }: Recording,
  { isDaily, hearsAll }: MailsOptions,
  say: (line: string) => void,
  closing: Closing,
): Promise<ReplayResult> {
  const server = await startMailServer()
  closing.later(() => server.close())
  const { cluster, stop } = await startTestCluster()
  closing.later(stop)
  const settings = { ...server.settings, PUBLIC_URL: 'https://bugs.example', SIMILAR: 'off' }
  const app = await openTestApp({ ...settings, ...(hearsAll && hearingAll) }, cluster)
  closing.later(() => app.end())
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await app.database.pool.query(text, values)).rows as Row[]

  const team = new Set(assignees.values())
  const people = new Map<string, Person>()
  async function personOf(name: string): Promise<Person> {
    const known = people.get(name)
    if (known) return known
    const person = await app.person([team.has(name) ? 'staff' : 'customer'], {
      fullName: `Recorded ${name}`,
      email: `person-${people.size}@people.example`,
    })
    await query('update users set email_confirmed_on = now() where id = $1', [person.userId])
    await person.call(setPreferences, { body: { mailFrequency: isDaily ? 'daily' : 'soon' } })
    people.set(name, person)
    return person
  }
  const [someoneOfTeam] = team

  let now = actions[0]?.at ?? 0
  const mails: { to: string; bug: string | undefined; at: number }[] = []
  server.onTaken = ({ to, headers }) => {
    mails.push({ to: to[0] ?? '', bug: headers['x-mothlight-bug'], at: now })
  }
  /** As if so much time had passed. Everybody’s mail of the day comes when it is 8:00 in the recording. */
  async function pass(milliseconds: number): Promise<void> {
    await minutesLater(app.database.pool, milliseconds / minute)
    await query(`update view_candidates set noted_on = noted_on - $1 * interval '1 minute'`, [milliseconds / minute])
    now += milliseconds
    const eight = new Date(Date.now() - ((now - 8 * hour) % day))
    await query(`update users set preferences = preferences || jsonb_build_object('mailTime', $1::text)`, [
      eight.toISOString().slice(11, 16),
    ])
  }
  const pending = async () =>
    (await query(`select from notifications where is_mail_pending and seen_on is null limit 1`)).length > 0
  async function passUntil(at: number): Promise<void> {
    await app.notified()
    while (now < at) {
      await pass(Math.min(at - now, !isDaily && (await pending()) ? minute : hour))
      await app.runJob('tell-of-views')
      const before = mails.length
      await app.runJob('gather-notification-mails')
      await app.runJob('send-mails')
      if (mails.length > before) await countRead()
    }
  }
  /** The last entry of a bug's timeline that somebody has seen, by both. */
  const seen = new Map<string, number>()
  let alreadyRead = 0
  const counted = new Set<string>()
  async function countRead(): Promise<void> {
    const told = await query<{ mail: string; name: string; entry: number }>(
      `select m.id as mail, n.user_id || ' ' || n.bug_id as name, n.event_id::float as entry
        from notifications n join mails m on m.id = n.mail_id where m.sent_on > now() - interval '30 seconds'`,
    )
    const fresh = told.filter(({ mail }) => !counted.has(mail))
    for (const { mail } of fresh) counted.add(mail)
    alreadyRead += fresh.filter(({ name, entry }) => entry <= (seen.get(name) ?? 0)).length
  }

  const promises = new Promises(hearsAll)
  const bugs = new Map<string, string>()
  const haveBug = new Set<string>()
  async function act({ kind, bug, person: name = someoneOfTeam, title, text }: RecordedAction): Promise<void> {
    if (name === undefined) return
    const person = await personOf(name)
    const isByTeam = team.has(name)
    if (kind === 'report') {
      const body = { title, description: text, stepsToReproduce: text }
      const { result } = must(await person.call(reportBug, { body })).body
      bugs.set(bug, result._id)
      // Two reports of one person need a pause.
      await query(`update bugs set created_on = created_on - interval '1 minute' where id = $1`, [result._id])
      promises.takePart(result._id, person.userId, 'reporter')
      return
    }
    const bugId = bugs.get(bug)
    if (bugId === undefined) return
    const params = { bugId }
    const [last] = await query<{ id: string }>('select max(id)::text as id from events where subject_id = $1', [bugId])
    if (last) {
      must(await person.call(seeBug, { params, body: { entryId: last.id } }))
      seen.set(`${person.userId} ${bugId}`, Number(last.id))
    }
    if (kind === 'close') {
      must(await person.call(closeBug, { params, body: { closed: true } }))
      await promise(bugId, person.userId, 'status')
      return
    }
    if (assignees.get(bug) === name && !haveBug.has(bug)) {
      haveBug.add(bug)
      must(await person.call(assignBug, { params, body: { userId: person.userId } }))
      await promise(bugId, person.userId, 'matters')
      promises.takePart(bugId, person.userId, 'assignee')
    }
    must(await person.call(addComment, { params, body: { message: text } }))
    await promise(bugId, person.userId, isByTeam ? 'matters' : 'other')
    promises.takePart(bugId, person.userId, 'commenter')
  }
  async function promise(bugId: string, actorId: string, kind: Kind): Promise<void> {
    const [event] = await query<{ id: string; type: string }>(
      'select e.id::text as id, e.type from events e where e.subject_id = $1 order by e.id desc limit 1',
      [bugId],
    )
    // To close what is closed already does nothing.
    if (event && event.type !== 'bug-reported' && !promises.events.has(event.id))
      promises.note(event.id, bugId, actorId, kind)
  }

  let done = 0
  for (const action of actions) {
    await passUntil(action.at)
    await act(action)
    if (++done % 500 === 0) say(`${done} of ${actions.length} actions, ${mails.length} mails`)
  }
  await passUntil(now + 8 * day)

  const stored = await query<{ name: string; isKept: boolean; isOfView: boolean; mail: string | null }>(
    `select event_id || ' ' || user_id as name, mail_id is not null or seen_on is not null as "isKept",
        reason = 'entered' as "isOfView", mail_id as mail from notifications`,
  )
  const byMail = Map.groupBy(stored, ({ mail }) => mail)
  byMail.delete(null)
  const kept = new Set(stored.filter(({ isKept }) => isKept).map(({ name }) => name))
  return {
    actions: actions.length,
    bugs: bugs.size,
    people: people.size,
    days: ((actions.at(-1)?.at ?? 0) - (actions[0]?.at ?? 0)) / day,
    told: stored.length,
    ofViews: {
      told: stored.filter(({ isOfView }) => isOfView).length,
      mails: [...byMail.values()].filter((some) => some.every(({ isOfView }) => isOfView)).length,
    },
    mails,
    forEachAction: promises.forEachAction,
    alreadyRead,
    missed: [...promises.all].filter((name) => !kept.has(name)),
  }
}

const hearingAll = { NEWS_FOR_REPORTERS: 'everything', NEWS_FOR_AFFECTED: 'everything' }

/** Returns an answer. @throws Error for a refusal */
function must<A extends { readonly status: number; readonly refusal: unknown }>(answer: A): A {
  if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.refusal)}`)
  return answer
}

type Kind = 'status' | 'matters' | 'other'
type Part = 'reporter' | 'assignee' | 'commenter'

/** Who is promised to hear of what, by what docs/notifications.md says and not by the code that decides it. */
class Promises {
  /** An event and a person. */
  readonly all = new Set<string>()
  readonly events = new Set<string>()
  forEachAction = 0
  readonly #parts = new Map<string, Map<string, Set<Part>>>()
  readonly #hearsAll: boolean

  constructor(hearsAll: boolean) {
    this.#hearsAll = hearsAll
  }

  takePart(bugId: string, userId: string, part: Part): void {
    const people = this.#parts.get(bugId) ?? new Map<string, Set<Part>>()
    this.#parts.set(bugId, people.set(userId, (people.get(userId) ?? new Set()).add(part)))
  }

  note(eventId: string, bugId: string, actorId: string, kind: Kind): void {
    this.events.add(eventId)
    for (const [userId, parts] of this.#parts.get(bugId) ?? []) {
      if (userId === actorId) continue
      this.forEachAction++
      const isReporterOnly = parts.has('reporter') && !parts.has('assignee')
      if (this.#hearsAll || !isReporterOnly || kind !== 'other') this.all.add(`${eventId} ${userId}`)
    }
  }
}
