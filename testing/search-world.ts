import { between, pick, type Random, seededRandom } from '#bench/random.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { Tx } from '#server/db/database.ts'
import { insertBug } from '#server/features/bugs/public.ts'
import { addMessage } from '#server/features/chat/message-store.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import {
  bugFields,
  eachField,
  plainColumnsOf,
  plainNames,
  type PlainValues,
  plainValuesOf,
} from '#shared/bugs/fields.ts'
import { bugStatuses, classifications, isClosedStatus } from '#shared/bugs/words.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { undoChange } from '#shared/history/contract.ts'
import type { Caller, TestApp } from './test-app.ts'

/** A bug as a search may find it, kept beside the product. */
export interface WorldBug extends Readonly<PlainValues> {
  readonly id: string
  title: string
  description: string
  stepsToReproduce: string
  readonly externalId: string | null
  readonly createdOn: Date
  readonly createdBy: string
  readonly assignedTo: string | null
  readonly status: BugStatus
  readonly classification: Classification
  readonly duplicateOf: string | null
  readonly closedOn: Date | null
  /** Those that are not deleted. */
  readonly comments: { id: string; by: string; message: string }[]
  /** Messages of the conversations that are linked to it. */
  readonly lines: string[]
  readonly followers: Set<string>
  readonly hasFile: boolean
}

export interface World {
  readonly bugs: readonly WorldBug[]
  readonly people: readonly (Caller & { userId: string; fullName: string })[]
}

const day = 86_400_000
const common = `the a to is in on page error button open when not list user save crash crashes crashed crashing`.split(
  ' ',
)
const seldom = `invoice invoices rounding rounded timezone printer printing connection connected connections café über
  naïve кнопка кнопки x11 v2 3000 0xff item42 happily happiness ponies pony dies dying relational mothlight`.split(
  /\s+/,
)
/** Words that only chat messages, or only deleted comments, contain. */
export const chatOnly = ['sesquipedalian', 'borborygmus', 'quincunx']
export const deletedOnly = ['flibbertigibbet', 'absquatulate']
export const vocabulary = [...common, ...seldom]

const aWord = (random: Random) => pick(random, random() < 0.6 ? common : seldom)
const someText = (random: Random, least: number, most: number) =>
  Array.from({ length: between(random, least, most) }, () => aWord(random))
    .map((word, n) => word + pick(random, n % 5 === 4 ? ['.', ',\n', '! ', ' -', '/', '"'] : ['', '', '', ':', ')']))
    .join(' ')

/** Fills the product: bugs of all kinds, edited, deleted and restored comments, and linked conversations. */
export async function makeWorld(app: TestApp, seed: string, count: number): Promise<World> {
  const names = ['Ada Lamport', 'Bo Müller', 'Cleo Ada-Marsh', 'Дина Орлова']
  const people = await Promise.all(
    names.map(async (fullName) => ({ ...(await app.person(['staff'], { fullName })), fullName })),
  )
  const bugs: WorldBug[] = []
  const random = seededRandom(`${seed} bugs`)
  await app.inTx(async (tx) => {
    for (let n = 0; n < count; n++) bugs.push(await makeBug(tx, random, people, bugs, n))
  })
  // Each bug has random numbers of its own, because several are processed at the same time.
  const waiting = bugs.entries()
  const talk = async () => {
    for (const [n, bug] of waiting) {
      const chances = seededRandom(`${seed} talk ${n}`)
      await talkAbout(app, chances, people, bug)
      if (chances() < 0.15) await chatAbout(app, chances, people[0]?.userId ?? '', bug)
    }
  }
  await Promise.all([talk(), talk(), talk(), talk()])
  return { bugs, people }
}

async function makeBug(
  tx: Tx,
  random: Random,
  people: World['people'],
  others: readonly WorldBug[],
  n: number,
): Promise<WorldBug> {
  const createdOn = new Date(Date.now() - between(random, 0, 100) * day - n * 1000 - day / 2)
  const status = pick(random, bugStatuses)
  const classification = pick(random, classifications)
  const person = () => pick(random, people).userId
  const bug: WorldBug = {
    id: newRecordId(createdOn),
    title: someText(random, 1, 6),
    description: someText(random, 3, 40),
    stepsToReproduce: someText(random, 1, 12),
    externalId: random() < 0.2 ? `PRJ-${1000 + n}` : null,
    createdOn,
    createdBy: person(),
    assignedTo: random() < 0.5 ? person() : null,
    status,
    classification,
    duplicateOf: classification === 'duplicate' && others.length > 0 && random() < 0.7 ? pick(random, others).id : null,
    closedOn: isClosedStatus(status) && random() < 0.7 ? new Date(createdOn.getTime() + random() * 20 * day) : null,
    comments: [],
    lines: [],
    ...(eachField(plainNames, (name) => pick(random, bugFields[name].values)) as PlainValues),
    followers: new Set(people.filter(() => random() < 0.2).map(({ userId }) => userId)),
    hasFile: random() < 0.1,
  }
  // The words of an external id come with an import.
  await insertBug(tx, bug)
  const facts = { external_id: bug.externalId, status, is_closed: isClosedStatus(status), classification }
  const assigned = { assigned_to: bug.assignedTo, assigned_on: bug.assignedTo ? createdOn : null }
  const changes = { ...facts, ...plainColumnsOf(plainValuesOf(bug)), ...assigned, duplicate_of: bug.duplicateOf }
  await tx.updateTable('bugs').set(changes).where('id', '=', bug.id).execute()
  await tx.updateTable('bugs').set({ closed_on: bug.closedOn }).where('id', '=', bug.id).execute()
  const since = { is_following: true, since: createdOn, from_event: 0 }
  for (const user_id of bug.followers) {
    await tx
      .insertInto('bug_followers')
      .values({ bug_id: bug.id, user_id, ...since })
      .execute()
  }
  if (!bug.hasFile) return bug
  const file = { name: 'a.txt', media_type: 'text/plain', bytes: 1, sha256: '0'.repeat(64), width: null, height: null }
  const owner = { bug_id: bug.id, comment_id: null, uploaded_by: bug.createdBy, created_on: createdOn }
  await tx
    .insertInto('attachments')
    .values({ id: newRecordId(), ...file, ...owner })
    .execute()
  return bug
}

/** Adds comments by the product's own calls, some of which are changed or deleted again. */
async function talkAbout(app: TestApp, random: Random, people: World['people'], bug: WorldBug): Promise<void> {
  const params = { bugId: bug.id }
  for (let n = between(random, 0, 5) - 2; n > 0; n--) {
    const author = pick(random, people)
    const message = someText(random, 1, 15)
    const { body } = accepted(await author.call(addComment, { params, body: { message } }))
    const { commentId } = body.comment
    bug.followers.add(author.userId)
    const kept = { id: commentId, by: author.userId, message }
    const fate = random()
    if (fate < 0.2) {
      kept.message = someText(random, 1, 15)
      accepted(await author.call(editComment, { params: { ...params, commentId }, body: { message: kept.message } }))
    } else if (fate < 0.4) {
      const secret = `${message} ${pick(random, deletedOnly)}`
      accepted(await author.call(editComment, { params: { ...params, commentId }, body: { message: secret } }))
      accepted(await author.call(deleteComment, { params: { ...params, commentId } }))
      if (fate < 0.3) continue
      await undoLast(app, author, bug.id)
      accepted(await author.call(editComment, { params: { ...params, commentId }, body: { message } }))
    }
    bug.comments.push(kept)
  }
}

/** Returns an accepted answer. @throws Error for a refusal, because the world must be as this file defines it */
function accepted<A extends { status: number; body: unknown }>(answer: A): A {
  if (answer.status !== 200) throw new Error(`A call was refused (${answer.status}): ${JSON.stringify(answer.body)}`)
  return answer
}

async function undoLast(app: TestApp, author: Caller, bugId: string): Promise<void> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select max(id) as id from events where subject_id = $1',
    [bugId],
  )
  const answer = await author.call(undoChange, { params: { bugId, entryId: String(rows[0]?.id) } })
  if (answer.status !== 200) throw new Error(`The undo was refused: ${JSON.stringify(answer.body)}`)
}

async function chatAbout(app: TestApp, random: Random, staffId: string, bug: WorldBug): Promise<void> {
  const id = newRecordId()
  const now = new Date()
  await app.inTx(async (tx) => {
    const place = { network: 'n', page: null, user_agent: 'u', email: null, user_id: null, taken_by: null }
    const times = { opened_on: now, last_line_on: now, waiting_since: null, closed_on: null, blocked_on: null }
    await tx
      .insertInto('conversations')
      .values({ id, visitor_hash: Buffer.from(id), visitor_name: 'V', ...place, ...times })
      .execute()
    for (let n = between(random, 1, 3); n > 0; n--) {
      const message = `${someText(random, 1, 8)} ${random() < 0.5 ? pick(random, chatOnly) : ''}`
      await addMessage(tx, id, { from: 'visitor', userId: null, senderName: 'V', message, sentOn: now })
      bug.lines.push(message)
    }
    await tx
      .insertInto('conversation_bugs')
      .values({ conversation_id: id, bug_id: bug.id, linked_on: now, linked_by: staffId })
      .execute()
  })
}
