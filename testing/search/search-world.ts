import { between, pick, type Random, seededRandom } from '#bench/random.ts'
import type { Actor } from '#server/access/actor.ts'
import { maySee } from '#server/access/sight.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { insertBug } from '#server/features/bugs/public.ts'
import { type OwnLink, storeManyLinks } from '#server/features/links/public.ts'
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
import { addComment, addInternalComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { undoChange } from '#shared/history/contract.ts'
import type { FieldKind, StoredValue } from '#shared/custom-fields/custom-field.ts'
import { linkWords } from '#shared/links/link.ts'
import type { Caller, TestApp } from '#testing/test-app.ts'

/** A bug as a search may find it, kept beside the product. */
export interface WorldBug extends Readonly<PlainValues> {
  readonly id: string
  /** As it is once all are hidden that are to be. */
  key: string
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
  /** When it was last changed or commented on. */
  readonly updatedOn: Date
  readonly affectedCount: number
  /** Since when its reporter is waited for, or waits for an answer; null for neither. A closed one waits for nobody. */
  readonly waits: { readonly isForReporter: boolean; readonly since: Date } | null
  /** Those that are not deleted. */
  readonly comments: { id: string; by: string; message: string }[]
  /** Those that only some see, without deleted ones. */
  readonly internal: { by: string; message: string }[]
  /** Messages of the conversations that are linked to it. */
  readonly lines: string[]
  readonly followers: Set<string>
  /** Who has snoozed it. */
  readonly snoozers: ReadonlySet<string>
  readonly hasFile: boolean
  readonly labels: string[]
  /** Of custom fields, by their keys. */
  readonly fields: Record<string, StoredValue>
  /** What it is to others, from its side. */
  readonly links: OwnLink[]
  /** What decides who may see it. */
  productNumber: number
  isPrivate: boolean
  readonly readers: string[]
}

export interface World {
  readonly bugs: readonly WorldBug[]
  readonly people: readonly (Caller & { userId: string; fullName: string })[]
}

const day = 86_400_000
export const choices = ['Low', 'Middle', 'High'] as const
/** The custom fields of the first product; the hidden one has one of them, and one of its own. */
export const fieldKindsByKey: Readonly<Record<string, FieldKind>> = {
  ...{
    customer: 'text',
    cost: 'number',
    due: 'date',
    risk: 'choice',
    systems: 'choices',
    tester: 'person',
    paid: 'yes-no',
  },
  secret: 'text',
}
const fieldsOfHidden = ['cost', 'secret']
export const labelNames = ['regression', 'needs info', 'Überlänge']
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
/** Words that only internal comments contain. */
export const internalOnly = ['widdershins', 'lollygag', 'cattywampus']
/** Words that only bugs contain that are hidden from some. */
export const hiddenOnly = ['brouhaha', 'kerfuffle', 'taradiddle']
export const vocabulary = [...common, ...seldom]

const aWord = (random: Random) => pick(random, random() < 0.6 ? common : seldom)
const someText = (random: Random, least: number, most: number) =>
  Array.from({ length: between(random, least, most) }, () => aWord(random))
    .map((word, n) => word + pick(random, n % 5 === 4 ? ['.', ',\n', '! ', ' -', '/', '"'] : ['', '', '', ':', ')']))
    .join(' ')

/**
 * Fills the product: bugs of all kinds, edited, deleted and restored comments, internal ones, and linked conversations.
 * @param hides whether some bugs are private, or of a product that the second person alone is a member of
 */
export async function makeWorld(app: TestApp, seed: string, count: number, hides = false): Promise<World> {
  const names = ['Ada Lamport', 'Bo Müller', 'Cleo Ada-Marsh', 'Дина Орлова']
  const people = await Promise.all(
    names.map(async (fullName) => ({ ...(await app.person(['staff'], { fullName })), fullName })),
  )
  const bugs: WorldBug[] = []
  const random = seededRandom(`${seed} bugs`)
  await app.inTx(async (tx) => {
    for (let n = 0; n < count; n++) {
      const secret = hides ? someSecret(seededRandom(`${seed} hidden ${n}`), people) : undefined
      bugs.push(await makeBug(tx, random, people, bugs, n, secret))
    }
  })
  // Each bug has random numbers of its own, because several are processed at the same time.
  const waiting = bugs.entries()
  const talk = async () => {
    for (const [n, bug] of waiting) {
      const chances = seededRandom(`${seed} talk ${n}`)
      await talkAbout(app, chances, people, bug)
      await talkInternally(seededRandom(`${seed} internal ${n}`), people, bug)
      if (chances() < 0.15) await chatAbout(app, chances, people[0]?.userId ?? '', bug)
    }
  }
  await Promise.all([talk(), talk(), talk(), talk()])
  // Otherwise all that anybody talked about would have been updated just now.
  for (const { id, updatedOn, waits } of bugs) {
    await app.database.pool.query('update bug_updates set updated_on = $2 where id = $1', [id, updatedOn])
    const since = waits?.since ?? null
    await app.database.pool.query(
      `update bugs set is_waiting = $2, asked_on = $3, asked_by = created_by, owed_since = case when $2 then null else $3::timestamptz end
        where id = $1`,
      [id, waits?.isForReporter ?? false, since],
    )
  }
  await app.inTx((tx) => labelAndLink(tx, seededRandom(`${seed} links`), bugs))
  await giveFields(app, seededRandom(`${seed} fields`), bugs, people)
  if (hides) await hide(app, people[1]?.userId ?? '', bugs)
  const { rows } = await app.database.pool.query<{ id: string; key: string }>(
    `select b.id, p.key || '-' || b.number as key from bugs b join products p on p.number = b.product_number`,
  )
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  for (const bug of bugs) bug.key = keys.get(bug.id) ?? ''
  return { bugs, people }
}

/** Gives some bugs labels, and links some to others; none is among its own parents, which are all older. */
async function labelAndLink(tx: Tx, random: Random, bugs: readonly WorldBug[]): Promise<void> {
  const ids: string[] = []
  for (const name of labelNames) {
    const label = { id: newRecordId(), name, tone: 'grey' as const, description: '', created_on: new Date() }
    await tx.insertInto('labels').values(label).execute()
    ids.push(label.id)
  }
  const links: (OwnLink & { of: string })[] = []
  for (const [n, bug] of bugs.entries()) {
    for (const [index, name] of labelNames.entries()) {
      if (random() > 0.15) continue
      bug.labels.push(name)
      await tx
        .insertInto('bug_labels')
        .values({ bug_id: bug.id, label_id: ids[index] ?? '' })
        .execute()
    }
    if (n === 0 || random() > 0.3) continue
    const other = pick(random, bugs.slice(0, n))
    const kind = pick(random, ['parent', 'blocks', 'blocked-by', 'relates-to'] as const)
    bug.links.push({ kind, bugId: other.id })
    other.links.push({ kind: linkWords[kind].inverse, bugId: bug.id })
    links.push({ of: bug.id, kind, bugId: other.id })
  }
  await storeManyLinks(tx, links)
}

/** Gives bugs values of the custom fields of their product, which are looked up once the hidden product is there. */
async function giveFields(
  { database: { pool } }: TestApp,
  random: Random,
  bugs: readonly WorldBug[],
  people: World['people'],
): Promise<void> {
  const days = () => new Date(Date.UTC(2026, 0, between(random, 1, 40))).toISOString().slice(0, 10)
  const some: Readonly<Record<string, () => StoredValue>> = {
    customer: () => someText(random, 1, 2),
    cost: () => pick(random, [-2, 0, 0.5, 3, 7, 10, 100]),
    due: days,
    risk: () => pick(random, [...choices, 'Unheard of']),
    systems: () => choices.filter((_, n) => n === 0 || random() < 0.5),
    tester: () => ({ _id: pick(random, people).userId }),
    paid: () => random() < 0.5,
    secret: () => pick(random, hiddenOnly),
  }
  for (const bug of bugs) {
    for (const [key, value] of Object.entries(some)) {
      const isOfProduct = bug.productNumber === 0 ? key !== 'secret' : fieldsOfHidden.includes(key)
      if (isOfProduct && random() < 0.6) bug.fields[key] = value()
    }
    await pool.query('update bugs set fields = $2 where id = $1', [bug.id, JSON.stringify(bug.fields)])
  }
  await defineFields(
    pool,
    0,
    Object.keys(some).filter((key) => key !== 'secret'),
  )
}

async function defineFields(pool: TestApp['database']['pool'], productNumber: number, keys: readonly string[]) {
  for (const key of keys) {
    const kind = fieldKindsByKey[key] ?? 'text'
    await pool.query(
      `insert into product_fields (id, product_number, key, name, kind, choices, place) values ($1, $2, $3, $3, $4, $5, 0)`,
      [newRecordId(), productNumber, key, kind, kind.startsWith('choice') ? choices : []],
    )
  }
}

/** How a bug is hidden, and what its text says by which one can tell. */
interface Secret {
  readonly word: string
  readonly isPrivate: boolean
  readonly isOfMembers: boolean
  readonly readers: string[]
}

function someSecret(random: Random, people: World['people']): Secret | undefined {
  const [isPrivate, isOfMembers] = [random() < 0.25, random() < 0.2]
  if (!isPrivate && !isOfMembers) return undefined
  const readers = people.filter(() => random() < 0.2).map(({ userId }) => userId)
  return { word: pick(random, hiddenOnly), isPrivate, isOfMembers, readers }
}

/** Hides them once everything was said, because not everybody who speaks may see them. */
async function hide(app: TestApp, member: string, bugs: readonly WorldBug[]): Promise<void> {
  const { pool } = app.database
  const { rows } = await pool.query<{ id: string; number: number }>(
    `insert into products (id, key, name, is_open) values ('aaaaaaaaaaaaaaaaaaaaaaaa', 'HIDE', 'Hidden', false) returning id, number`,
  )
  const [product] = rows
  await defineFields(pool, product?.number ?? 0, fieldsOfHidden)
  await pool.query('insert into product_members (product_id, user_id) values ($1, $2)', [product?.id, member])
  for (const bug of bugs) {
    if (bug.productNumber !== 0) bug.productNumber = product?.number ?? 0
    if (bug.productNumber === 0 && !bug.isPrivate) continue
    await pool.query('update bugs set product_number = $2, is_private = $3 where id = $1', [
      bug.id,
      bug.productNumber,
      bug.isPrivate,
    ])
    for (const userId of bug.readers)
      await pool.query('insert into bug_readers (bug_id, user_id) values ($1, $2)', [bug.id, userId])
  }
  const facts = { key: 'HIDE', name: 'Hidden', description: '', icon: '', isOpen: false }
  // What people see is remembered until then.
  await app.inTx((tx) =>
    recordEvent(tx, { type: 'product-created', subjectId: product?.id ?? '', actorId: null, payload: facts }),
  )
}

/** What people may see by rule: all but the second one miss a product, and who lacks the right, private bugs. */
export function sightIn(
  world: World,
  userId: string,
  { privateBugs = false, internalComments = true } = {},
): Pick<Actor, 'userId' | 'sees'> {
  const isEveryProduct = world.people[1]?.userId === userId
  const products = [...new Set(world.bugs.map(({ productNumber }) => productNumber))]
  return { userId, sees: { products: isEveryProduct ? products : [0], isEveryProduct, privateBugs, internalComments } }
}

/** What the world is for somebody by the rule in memory. */
export function worldOf(world: World, actor: Pick<Actor, 'userId' | 'sees'>): World {
  const seen = world.bugs.filter((bug) => maySee(actor, bug))
  return { ...world, bugs: actor.sees.internalComments ? seen : seen.map((bug) => ({ ...bug, internal: [] })) }
}

async function makeBug(
  tx: Tx,
  random: Random,
  people: World['people'],
  others: readonly WorldBug[],
  n: number,
  secret: Secret | undefined,
): Promise<WorldBug> {
  const createdOn = new Date(Date.now() - between(random, 0, 100) * day - n * 1000 - day / 2)
  const status = pick(random, bugStatuses)
  const classification = pick(random, classifications)
  const person = () => pick(random, people).userId
  const bug: WorldBug = {
    id: newRecordId(createdOn),
    key: '',
    title: someText(random, 1, 6),
    description: someText(random, 3, 40) + (secret ? `. ${secret.word}` : ''),
    stepsToReproduce: someText(random, 1, 12),
    externalId: random() < 0.2 ? `PRJ-${1000 + n}` : null,
    createdOn,
    createdBy: person(),
    assignedTo: random() < 0.5 ? person() : null,
    status,
    classification,
    duplicateOf: classification === 'duplicate' && others.length > 0 && random() < 0.7 ? pick(random, others).id : null,
    closedOn: isClosedStatus(status) && random() < 0.7 ? new Date(createdOn.getTime() + random() * 20 * day) : null,
    updatedOn: new Date(Date.now() - between(random, 0, 90) * day - n * 1000 - day / 3),
    affectedCount: between(random, 1, 5),
    waits:
      random() < 0.5 ? { isForReporter: random() < 0.4, since: new Date(createdOn.getTime() + random() * day) } : null,
    comments: [],
    internal: [],
    lines: [],
    ...(eachField(plainNames, (name) => pick(random, bugFields[name].values)) as PlainValues),
    followers: new Set(people.filter(() => random() < 0.2).map(({ userId }) => userId)),
    snoozers: new Set(people.filter(() => random() < 0.2).map(({ userId }) => userId)),
    hasFile: random() < 0.1,
    labels: [],
    fields: {},
    links: [],
    // Its number is given to the product later.
    productNumber: secret?.isOfMembers ? 1 : 0,
    isPrivate: secret?.isPrivate ?? false,
    readers: secret?.readers ?? [],
  }
  // The words of an external id come with an import.
  await insertBug(tx, { ...bug, productNumber: 0, isPrivate: false })
  const facts = { external_id: bug.externalId, status, is_closed: isClosedStatus(status), classification }
  const assigned = { assigned_to: bug.assignedTo, assigned_on: bug.assignedTo ? createdOn : null }
  const counted = { affected_count: bug.affectedCount }
  const changes = {
    ...facts,
    ...plainColumnsOf(plainValuesOf(bug)),
    ...assigned,
    ...counted,
    duplicate_of: bug.duplicateOf,
  }
  await tx.updateTable('bugs').set(changes).where('id', '=', bug.id).execute()
  await tx.updateTable('bugs').set({ closed_on: bug.closedOn }).where('id', '=', bug.id).execute()
  const since = { is_following: true, since: createdOn, from_event: 0 }
  for (const user_id of bug.followers) {
    await tx
      .insertInto('bug_followers')
      .values({ bug_id: bug.id, user_id, ...since })
      .execute()
  }
  for (const user_id of bug.snoozers) {
    // Until a time, or until somebody else does something: what an event says is before it.
    const how = random() < 0.5 ? { until: new Date(Date.now() + day) } : { until: null }
    await tx
      .insertInto('bug_snoozes')
      .values({ bug_id: bug.id, user_id, ...how, from_event: 1_000_000_000 })
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

/** Has the team talk among itself about some bugs; of what is deleted or changed, the words are gone. */
async function talkInternally(random: Random, people: World['people'], bug: WorldBug): Promise<void> {
  if (random() > 0.25) return
  const params = { bugId: bug.id }
  for (let n = between(random, 1, 2); n > 0; n--) {
    const author = pick(random, people)
    const message = `${someText(random, 1, 8)} ${random() < 0.6 ? pick(random, internalOnly) : ''}`
    const { body } = accepted(await author.call(addInternalComment, { params, body: { message } }))
    const one = { ...params, commentId: body.comment.commentId }
    const fate = random()
    if (fate > 0.3) bug.internal.push({ by: author.userId, message })
    else if (fate > 0.15) accepted(await author.call(deleteComment, { params: one }))
    else {
      const changed = someText(random, 1, 8)
      accepted(await author.call(editComment, { params: one, body: { message: changed } }))
      bug.internal.push({ by: author.userId, message: changed })
    }
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
