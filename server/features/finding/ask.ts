import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import {
  type IndexedPart,
  indexedPart,
  type Leaf,
  plainLine,
  planOf,
  type SearchPlan,
} from '#server/features/search/public.ts'
import { bugFields, choiceNames } from '#shared/bugs/fields.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { runsOf, wordsOf } from '#shared/search/words.ts'
import { sql } from 'kysely'
import {
  type Asking,
  type Condition,
  filterConditions,
  type Filters,
  mayReadChat,
  type PeopleNamed,
  visibleBugs,
} from './conditions.ts'

/** Bugs to which conversations are linked that hold words of a search, and the numbers of those leaves. */
interface ChatHits {
  readonly bugIds: readonly string[]
  /** For each bug, `{0,2}`. */
  readonly leaves: readonly string[]
}

/** A question for bugs, ready to be made a statement. */
export interface Asked extends SearchPlan {
  readonly asking: Asking
  /** What must hold beside the search: what the actor may see, and the panel's filters. */
  readonly panel: readonly Condition[]
  /** What the chat says of bugs, where the actor may read it and it holds any of the words. */
  readonly chat: ChatHits | undefined
  /** What the word index answers; undefined when nothing must stand in a text. */
  readonly indexed: IndexedPart | undefined
  /** Nothing is asked but open, closed and one classification, by which totals are kept. */
  readonly isKept: boolean
  /** Nothing but events of bugs and comments changes what matches. */
  readonly isToldByEvents: boolean
}

/** Facts of bugs, and who commented. */
const toldByEvents: ReadonlySet<string> = new Set([
  ...choiceNames.map((name) => bugFields[name].term),
  'assignee',
  'author',
  'commenter',
  'duplicate-of',
])

/** Looks up whom a search names and where the chat holds its words. @param root undefined for the filters alone */
export async function ask(
  db: Db,
  root: SearchNode | undefined,
  filters: Filters,
  actor: Actor,
  now: Date,
): Promise<Asked> {
  const plan = root ? planOf(root) : { parts: [], leaves: new Map(), wanted: [] }
  const people = root ? await peopleNamed(db, actor.userId, root) : new Map()
  const readsChat = plan.leaves.size > 0 && mayReadChat(actor)
  const { parts } = plan
  const panel = [...visibleBugs(actor), ...filterConditions(filters, now)]
  const hasAge = filters.minAge !== undefined || filters.maxAge !== undefined
  const chat = readsChat ? await chatHits(db, [...plan.leaves.values()]) : undefined
  return {
    ...plan,
    asking: { userId: actor.userId, people, now },
    panel,
    chat,
    indexed: indexedPart(plan),
    // A term beside the panel's filters would be as many plans again.
    isKept: !hasAge && parts.every(isKept) && (parts.length === 0 || (parts.length === 1 && panel.length === 0)),
    isToldByEvents: !hasAge && !chat && parts.every(isToldByEvents),
  }
}

const isOpenOrClosed = (name: string, value: string) => name === 'is' && value !== 'followed'
const isKept = (part: SearchNode) =>
  part.kind === 'term' && (part.name === 'class' || isOpenOrClosed(part.name, part.value))

function isToldByEvents(part: SearchNode): boolean {
  if (part.kind === 'not') return isToldByEvents(part.of)
  if (part.kind === 'and' || part.kind === 'or') return part.parts.every(isToldByEvents)
  return part.kind !== 'term' || toldByEvents.has(part.name) || isOpenOrClosed(part.name, part.value)
}

const personTerms: ReadonlySet<string> = new Set(['assignee', 'author', 'commenter'])

/**
 * Whom the terms name: the caller, an id, or all whose full name has the words, the last one as the beginning of one.
 */
async function peopleNamed(db: Db, userId: string, root: SearchNode): Promise<PeopleNamed> {
  const values = new Set(namesIn(root))
  const found = new Map<string, readonly string[]>()
  for (const value of values) {
    if (value === '@me') found.set(value, [userId])
    else if (isRecordId(value.toLowerCase())) found.set(value, [value.toLowerCase()])
    else found.set(value, await idsOf(db, value))
  }
  return found
}

function namesIn(node: SearchNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(namesIn)
  if (node.kind === 'not') return namesIn(node.of)
  return node.kind === 'term' && personTerms.has(node.name) && node.value !== 'none' ? [node.value] : []
}

async function idsOf(db: Db, name: string): Promise<string[]> {
  const words = wordsOf(name)
  // A first look in SQL, where letters that every server folds alike let it.
  const plain = words.filter((word) => /^[a-z0-9]+$/.test(word))
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where((column) =>
      column.or([
        column.and(plain.map((word) => sql<boolean>`full_name ilike ${`%${word}%`}`)),
        sql<boolean>`full_name ~ '[^ -~]'`,
      ]),
    )
    .execute()
  return rows.filter(({ full_name }) => isNamed(wordsOf(full_name), words)).map(({ id }) => id)
}

function isNamed(own: readonly string[], words: readonly string[]): boolean {
  return words.every((word, n) => own.some((mine) => (n === words.length - 1 ? mine.startsWith(word) : mine === word)))
}

/** Where the chat holds words or phrases of a search. Only for holders of liveChatAdmin. */
async function chatHits(db: Db, leaves: readonly Leaf[]): Promise<ChatHits | undefined> {
  const found = new Map<string, Set<number>>()
  const note = (bugId: string, n: number) => found.set(bugId, (found.get(bugId) ?? new Set()).add(n))
  for (const [n, leaf] of leaves.entries()) {
    for (const { bug_id, message } of await linesHolding(db, leaf)) {
      if (leaf.plain === undefined || plainLine(runsOf(message ?? '')).includes(leaf.plain)) note(bug_id, n)
    }
  }
  if (found.size === 0) return undefined
  return { bugIds: [...found.keys()], leaves: [...found.values()].map((numbers) => `{${[...numbers].join(',')}}`) }
}

function linesHolding(db: Db, { plain, query }: Leaf) {
  const columns = plain === undefined ? sql`distinct cb.bug_id` : sql`cb.bug_id, l.message`
  return db.read<{ bug_id: string; message?: string }>(
    sql`select ${columns} from chat_lines l join conversation_bugs cb on cb.conversation_id = l.conversation_id
      where l.words @@ ${query}::tsquery`,
  )
}
