import type { Actor } from '#server/access/actor.ts'
import { ownPrivate, type Visible } from '#server/access/sight.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { idOfKey } from '#server/features/bugs/public.ts'
import { type IndexedPart, indexedPart, planOf, type SearchPlan } from '#server/features/search/public.ts'
import { productSeen } from '#server/features/products/public.ts'
import { snoozedBugs } from '#server/features/snoozing/public.ts'
import { fieldsNamed, type FieldSeen } from '#server/features/custom-fields/public.ts'
import { labelIdsOf } from '#server/features/labels/public.ts'
import { partIdsOf } from '#server/features/parts/public.ts'
import { bugFields, choiceNames, partNames } from '#shared/bugs/fields.ts'
import { readBugKey } from '#shared/products/words.ts'
import { fieldAskedOf } from '#shared/search/field-term.ts'
import { fieldOfPart, isPartTerm, labelsTerms, type SearchNode } from '#shared/search/search-query.ts'
import { wordsOf } from '#shared/search/words.ts'
import { sql } from 'kysely'
import { apartHits, type ApartHits } from './apart.ts'
import {
  type Asking,
  type Condition,
  filterConditions,
  type Filters,
  type PartsNamed,
  type PeopleNamed,
  visibleBugs,
} from './conditions.ts'

/** A question for bugs, ready to be made a statement. */
export interface Asked extends SearchPlan {
  readonly asking: Asking
  /** What must hold beside the search: the panel's filters. */
  readonly panel: readonly Condition[]
  /** And what the actor may see. */
  readonly visible: Visible
  /** What the chat and internal comments say of bugs, where the actor may read these and they hold any of the words. */
  readonly apart: ApartHits | undefined
  /** What the word index answers; undefined when nothing must stand in a text. */
  readonly indexed: IndexedPart | undefined
  /** Nothing is asked but open, closed and classifications, by which totals are kept. */
  readonly isSummed: boolean
  /** The same, in one of the few ways whose plans are kept. */
  readonly isKept: boolean
  /** Nothing but events of bugs and comments changes what matches. */
  readonly isToldByEvents: boolean
  /** Nothing but these and time does, for which `now` stands in the question. */
  readonly isToldAtTime: boolean
}

/** Facts of bugs, and who commented. Which bugs the caller snoozed is looked up before, and part of the question. */
const toldByEvents: ReadonlySet<string> = new Set([
  ...choiceNames.map((name) => bugFields[name].term),
  'assignee',
  'author',
  'commenter',
  'duplicate-of',
  'product',
  'blocks',
  'blocked-by',
  'parent',
  ...labelsTerms,
  ...partNames.map((name) => bugFields[name].term),
])
const toldAtTime: ReadonlySet<string> = new Set([...toldByEvents, 'created', 'updated', 'closed'])

/**
 * Looks up whom a search names, what the caller snoozed, and where texts that only some may read hold its words.
 * @param search undefined for the filters alone
 */
export async function ask(
  db: Db,
  search: SearchNode | undefined,
  filters: Filters,
  actor: Actor,
  now: Date,
): Promise<Asked> {
  const snoozed = search && asksForSnoozed(search) ? await snoozedBugs(db, actor.userId) : []
  const awake = search && snoozed.length === 0 ? withoutAwake(search) : search
  const root = awake && withIds(awake, await bugsNamed(db, awake))
  const plan = root ? planOf(root) : { parts: [], leaves: new Map(), wanted: [] }
  const people = root ? await peopleNamed(db, actor.userId, root) : new Map()
  const products = root ? await productsNamed(db, actor, root) : new Map()
  const labels = root ? await labelsNamed(db, root) : new Map()
  const fields = root ? await fieldsAsked(db, actor, root) : []
  const partsAsked = root ? await partsNamed(db, actor, root) : new Map()
  const { parts } = plan
  const panel = filterConditions(filters, now)
  // Neither follows from kept totals, nor is worth remembering.
  const isSpecial = filters.minAge !== undefined || filters.maxAge !== undefined || filters.bugIds !== undefined
  const apart = await apartHits(db, actor, [...plan.leaves.values()])
  const isSummed = !isSpecial && parts.every((part) => isKeptPart(part) || isProduct(part))
  // A term beside the panel's filters would be as many plans again, and so would hidden products.
  const isKept =
    isSummed &&
    actor.sees.isEveryProduct &&
    parts.every(isKeptPart) &&
    (parts.length === 0 || (parts.length === 1 && panel.length === 0))
  const visible = visibleBugs(actor, isKept ? undefined : await ownPrivate(db, actor))
  return {
    ...plan,
    asking: { userId: actor.userId, actor, people, labels, parts: partsAsked, products, fields, snoozed, now },
    panel,
    visible,
    apart,
    indexed: indexedPart(plan),
    isSummed,
    isKept,
    isToldByEvents: !isSpecial && !apart && parts.every((part) => isToldBy(toldByEvents, part)),
    isToldAtTime: !apart && parts.every((part) => isToldBy(toldAtTime, part)),
  }
}

/** Whether a search says anything of what the caller snoozed. */
function asksForSnoozed(node: SearchNode): boolean {
  if (node.kind === 'not') return asksForSnoozed(node.of)
  if (node.kind === 'and' || node.kind === 'or') return node.parts.some(asksForSnoozed)
  return isSnoozed(node)
}

const isSnoozed = (node: SearchNode) => node.kind === 'term' && node.name === 'is' && node.value === 'snoozed'
const isAwake = (node: SearchNode) => node.kind === 'not' && isSnoozed(node.of)

/** A queue of somebody who snoozed nothing, without the condition that then says nothing: it is the same for all. */
function withoutAwake(root: SearchNode): SearchNode | undefined {
  if (isAwake(root)) return undefined
  if (root.kind !== 'and') return root
  const parts = root.parts.filter((part) => !isAwake(part))
  const [first] = parts
  return parts.length > 1 ? { ...root, parts } : first
}

const isOpenOrClosed = (name: string, value: string) => name === 'is' && (value === 'open' || value === 'closed')
const isKeptPart = (part: SearchNode) =>
  part.kind === 'term' && (part.name === 'class' || isOpenOrClosed(part.name, part.value))

/** A plan that is kept would be the same for a small product and a large one. */
const isProduct = (part: SearchNode) => part.kind === 'term' && part.name === 'product'

function isToldBy(terms: ReadonlySet<string>, part: SearchNode): boolean {
  if (part.kind === 'not') return isToldBy(terms, part.of)
  if (part.kind === 'and' || part.kind === 'or') return part.parts.every((one) => isToldBy(terms, one))
  if (part.kind === 'term' && part.name === 'has') return part.value !== 'attachment'
  return part.kind !== 'term' || terms.has(part.name) || (part.name === 'is' && part.value !== 'followed')
}

const personTerms: ReadonlySet<string> = new Set(['assignee', 'author', 'commenter'])

/**
 * Whom the terms name: the caller, an id, or all whose full name has the words, the last one as the beginning of one.
 */
async function peopleNamed(db: Db, userId: string, root: SearchNode): Promise<PeopleNamed> {
  const values = new Set(namesIn(root))
  const found = new Map<string, readonly string[]>()
  for (const value of values) {
    if (value === 'none') continue
    if (value === '@me') found.set(value, [userId])
    else if (isRecordId(value.toLowerCase())) found.set(value, [value.toLowerCase()])
    else found.set(value, await idsOf(db, value))
  }
  return found
}

const namesIn = (node: SearchNode): string[] =>
  termsIn(node).flatMap(({ name, value }) => {
    // Whether a custom field is a person is not known here: its value may be a name.
    const named = name === 'field' ? fieldAskedOf(value)?.value : personTerms.has(name) ? value : undefined
    return named === undefined || named === 'none' ? [] : [named]
  })

type Term = SearchNode & { readonly kind: 'term' }

function termsIn(node: SearchNode): Term[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(termsIn)
  if (node.kind === 'not') return termsIn(node.of)
  return node.kind === 'term' ? [node] : []
}

/** The products that terms name, of those that the actor may see, by their keys. */
async function productsNamed(db: Db, actor: Actor, root: SearchNode): Promise<ReadonlyMap<string, number>> {
  const keys = new Set(termsIn(root).flatMap(({ name, value }) => (name === 'product' ? [value] : [])))
  const found = new Map<string, number>()
  for (const key of keys) {
    const product = await productSeen(db, actor, key)
    if (product) found.set(key, product.number)
  }
  return found
}

const bugTerms: ReadonlySet<string> = new Set(['duplicate-of', 'blocks', 'blocked-by', 'parent'])

/**
 * The ids of bugs that terms name by their keys. The conditions ask whether the actor may see such a bug: the key of a
 * hidden one finds what that of no bug does.
 */
async function bugsNamed(db: Db, root: SearchNode): Promise<ReadonlyMap<string, string>> {
  const named = termsIn(root).filter(({ name, value }) => bugTerms.has(name) && readBugKey(value))
  const found = new Map<string, string>()
  for (const { value } of named) found.set(value, await idOfKey(db, value))
  return found
}

/** A search with the ids of bugs in place of their keys, of which one that was moved has several. */
function withIds(node: SearchNode, ids: ReadonlyMap<string, string>): SearchNode {
  if (node.kind === 'not') return { ...node, of: withIds(node.of, ids) }
  if (node.kind === 'and' || node.kind === 'or') return { ...node, parts: node.parts.map((part) => withIds(part, ids)) }
  return node.kind === 'term' && bugTerms.has(node.name) ? { ...node, value: ids.get(node.value) ?? node.value } : node
}

/** The labels that the terms name: their ids make the question, so that a name that is given to another one asks anew. */
async function labelsNamed(db: Db, root: SearchNode): Promise<PeopleNamed> {
  const names = new Set(termsIn(root).flatMap(({ name, value }) => (labelsTerms.has(name) ? [value] : [])))
  const found = new Map<string, readonly string[]>()
  for (const name of names) found.set(name, await labelIdsOf(db, name))
  return found
}

/** The custom fields that the terms name, of the products that the actor may see. */
async function fieldsAsked(db: Db, actor: Actor, root: SearchNode): Promise<FieldSeen[]> {
  const keys = termsIn(root).flatMap(({ name, value }) => (name === 'field' ? (fieldAskedOf(value)?.key ?? []) : []))
  return keys.length === 0 ? [] : fieldsNamed(db, actor, [...new Set(keys)])
}

/** The components and versions that the terms name, of the products that the actor may see; undefined for none at all. */
async function partsNamed(db: Db, actor: Actor, root: SearchNode): Promise<PartsNamed> {
  const found = new Map<string, readonly string[] | undefined>()
  for (const { name, value } of termsIn(root)) {
    if (!isPartTerm(name)) continue
    const field = fieldOfPart[name]
    found.set(`${field} ${value}`, await partIdsOf(db, actor, bugFields[field].of, value))
  }
  return found
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
