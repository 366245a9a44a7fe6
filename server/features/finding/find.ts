import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { bugFactColumns, bugFactJoins, type BugFactRow, idOfKey } from '#server/features/bugs/public.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { snoozedUntil } from '#server/features/snoozing/public.ts'
import { defaultPageSize } from '#shared/http/page.ts'
import { fieldAskedOf } from '#shared/search/field-term.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { type RawBuilder, sql } from 'kysely'
import { ask, type Asked } from './ask.ts'
import { type Filters, sources, tableOf, where } from './conditions.ts'
import { type Correction, corrections } from './correct-words.ts'
import { valueAsked } from './field-condition.ts'
import { type FieldOrder, isOfField, type Order, orderMeant, pageByField, valuesOf, wholly } from './field-order.ts'
import { findMatches } from './find-matches.ts'
import {
  allConditions,
  askedConditions,
  countOwn,
  countQuery,
  countShared,
  matched,
  walkConditions,
} from './matched.ts'
import {
  type AskedOrder,
  fromOtherEnd,
  isSeldom,
  limit,
  type ListOrder,
  nearestRows,
  offsetOf,
  opposite,
  orderBy,
  orderOfBugs,
  type PageRequest,
  type Rows,
} from './orders.ts'
import { rankedCandidates, rankedPage } from './relevance.ts'
import { rememberedTotals } from './remembered-totals/remembered-totals.ts'

/** Bugs by their ids, in the order of these. */
const bugsOfPage: Prepared = {
  name: 'bugs-of-page',
  text: `select ${bugFactColumns}, ${snoozedUntil('$2')}
    from unnest($1::text[]) with ordinality as page (id, place) join bugs b on b.id = page.id ${bugFactJoins}
    where ${seen('b', 3)} order by page.place`,
  hasIsoTimestamps: true,
}

/** A query for a page, which an order and a limit end. */
interface PageQuery {
  /** @param columns the id of rows `b`; where its plan is kept, whole rows of `bugs` */
  readonly select: (columns: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The last one comes first. */
  readonly isReversed: boolean
  /** A column that each row has, where there is something to ask beside the page. */
  readonly total?: RawBuilder<unknown> | undefined
  /** It is one of the few whose plans connections keep. */
  readonly isKept: boolean
}

type PageRow = BugFactRow & { readonly total?: number | null | undefined }

/**
 * Reads a page of bugs: by one statement where its plan is kept; else by two, for to plan the joins with all that a bug has
 * takes longer than to ask again by a plan that is kept. What was hidden in between is left out.
 */
async function readPage(db: Db, order: Order, actor: Actor, query: PageQuery): Promise<PageRow[]> {
  const { select, isReversed, total, isKept } = query
  const totalColumn = total ? sql`, (${total}) as total` : sql``
  if (isKept && !isOfField(order)) {
    const facts = sql.raw(`${bugFactColumns}, ${snoozedUntil('caller.id')}`)
    return db.read<PageRow>(
      sql`select ${facts}${totalColumn} from (${select(sql`b.*`)}) b ${sql.raw(bugFactJoins)}
        cross join (select ${actor.userId}::record_id as id) as caller ${orderOfBugs(order)}`,
      { keepsPlan: true, hasIsoTimestamps: true },
    )
  }
  const page = await db.read<{ id: string; total?: number }>(select(sql`b.id${totalColumn}`))
  if (page.length === 0) return []
  const inOrder = (isReversed ? page.toReversed() : page).map(({ id }) => id)
  const rows = await db.prepared<PageRow>(bugsOfPage, [inOrder, actor.userId, ...sightValues(actor)])
  return rows.map((row) => ({ ...row, total: page[0]?.total }))
}

/** A bug by its key, and what must hold beside it. */
export interface NamedSearch {
  readonly key: string
  readonly search: SearchNode | undefined
}

/** Which bugs, in which order, and which part of them. */
interface BugQuery {
  /** The bug that the whole text is the key of; where there is none, the text is searched. */
  readonly named?: NamedSearch | undefined
  /** What was typed, as `parseSearch` reads it; undefined for nothing. */
  readonly search?: SearchNode | undefined
  readonly filters: Filters
  readonly order: AskedOrder
  readonly page: PageRequest
}

type Typed = Pick<BugQuery, 'search' | 'filters'>
type Named = Typed & Pick<BugQuery, 'named'>

/** A page of a list. */
interface FoundBugs {
  readonly rows: readonly BugFactRow[]
  /** Of the whole list, exact. */
  readonly total: number
  /** Where the words stand in each bug, by its id; undefined without words. */
  readonly matches?: ReadonlyMap<string, BugMatch[]> | undefined
  /** What was searched instead, where nothing was found for the words as typed. */
  readonly corrected?: Correction['words']
}

/** How many bugs match, and how many there are. */
export interface Counted {
  readonly total: number
  readonly among: number
}

/** The one way to ask which bugs, in which order, and how many: those that `actor` may see. */
export async function find(db: Db, query: BugQuery, actor: Actor, now = new Date()): Promise<FoundBugs> {
  const asTyped = (typed: Typed) => findAsTyped(db, { ...query, ...typed }, actor, now)
  const { found, corrected } = await byKeyOrWords(db, query, actor, asTyped, ({ total }) => total)
  return corrected ? { ...found, corrected } : found
}

/** Returns the ids of all bugs that `find` would find, by id. @param most ids at most */
export async function findIds(db: Db, query: Named, actor: Actor, most: number, now = new Date()): Promise<string[]> {
  const idsOf = async ({ search, filters }: Typed) => {
    if (isNothing(search)) return []
    const asked = await ask(db, search, filters, actor, now)
    const ids =
      asked.leaves.size > 0
        ? sql`with ${matched(asked)} select b.id from matched b`
        : sql`select b.id from bugs b ${where(allConditions(asked))}`
    const rows = await db.read<{ id: string }>(sql`${ids} order by b.id limit ${most}`)
    return rows.map(({ id }) => id)
  }
  return (await byKeyOrWords(db, query, actor, idsOf, ({ length }) => length)).found
}

/**
 * Returns the ids of all bugs that `find` finds, in its order, so many at a time; by relevance the newest first.
 * @param db as of one moment; it reads no other list meanwhile
 */
export async function* findEach(
  db: Db,
  { order, ...query }: Omit<BugQuery, 'page'>,
  actor: Actor,
  atOnce: number,
  now = new Date(),
): AsyncGenerator<string[]> {
  const next = async () => {
    const rows = await db.read<{ id: string }>(sql`fetch ${sql.lit(atOnce)} from found`)
    return rows.map(({ id }) => id)
  }
  const begin = async ({ search, filters }: Typed) => {
    if (isNothing(search)) return []
    const asked = await ask(db, search, filters, actor, now)
    const meant = await orderMeant(db, actor, order)
    await db.read(sql`close all`)
    await db.read(sql`declare found no scroll cursor for ${idsInOrder(asked, meant)}`)
    return next()
  }
  const { found } = await byKeyOrWords(db, query, actor, begin, ({ length }) => length)
  for (let ids = found; ids.length > 0; ids = await next()) yield ids
}

/** The ids of all bugs that match. */
function idsInOrder(asked: Asked, order: Order): RawBuilder<unknown> {
  if (isOfField(order)) {
    return asked.leaves.size === 0
      ? sql`select b.id from bugs b ${valuesOf(order)} ${where(allConditions(asked))} ${wholly(order)}`
      : sql`with ${matched(asked)} select b.id from bugs b join matched on matched.id = b.id ${valuesOf(order)} ${wholly(order)}`
  }
  const source = sources[tableOf(order)]
  return asked.leaves.size === 0
    ? sql`select b.id from ${source} ${where(allConditions(asked, tableOf(order)))} ${orderBy(order)}`
    : sql`with ${matched(asked)} select b.id from ${source} join matched on matched.id = b.id ${orderBy(order)}`
}

/** How many bugs `find` finds. Those who wait for the same number, with the same rights, share one statement. */
export async function countFound(db: Db, query: Named, actor: Actor, now = new Date()): Promise<number> {
  const asTyped = (typed: Typed) => countAsTyped(db, typed, actor, now)
  return (await byKeyOrWords(db, query, actor, asTyped, (total) => total)).found
}

/**
 * Asks for the bug that a key names; without one for the words as typed; and where that finds nothing, for the likeliest words
 * that they may be meant for.
 * @param totalOf how many bugs an answer is of
 */
async function byKeyOrWords<T>(
  db: Db,
  { named, search, filters }: Named,
  actor: Actor,
  ask: (typed: Typed) => Promise<T>,
  totalOf: (found: T) => number,
): Promise<{ readonly found: T; readonly corrected?: Correction['words'] }> {
  if (named) {
    const bugId = await idOfKey(db, named.key)
    const isMeant = filters.bugIds?.includes(bugId) ?? true
    const found = isMeant && (await ask({ search: named.search, filters: { ...filters, bugIds: [bugId] } }))
    if (found && totalOf(found) > 0) return { found }
  }
  const asTyped = (root: SearchNode | undefined) => ask({ search: root, filters })
  const found = await asTyped(search)
  // Of some bugs alone none may match, and the words are right.
  if (totalOf(found) > 0 || !search || filters.bugIds) return { found }
  for (const { root, words } of await corrections(db, actor, search)) {
    const better = await asTyped(root)
    if (totalOf(better) > 0) return { found: better, corrected: words }
  }
  return { found }
}

async function countAsTyped(db: Db, { search, filters }: Typed, actor: Actor, now: Date): Promise<number> {
  if (isNothing(search)) return 0
  const asked = await ask(db, search, filters, actor, now)
  if (asked.isSummed) return totalOf(db, summedTotal(asked))
  return (await countedTotal(db, asked, asked.isToldAtTime)).total
}

/** A text without any word. */
const isNothing = (search: SearchNode | undefined) => search?.kind === 'or' && search.parts.length === 0

async function findAsTyped(db: Db, { search, filters, order, page }: BugQuery, actor: Actor, now: Date) {
  if (isNothing(search)) return { rows: [], total: 0 }
  const asked = await ask(db, search, filters, actor, now)
  const meant = await orderMeant(db, actor, order)
  const found = asked.leaves.size > 0 ? await byWords(db, asked, meant, page) : await byFacts(db, asked, meant, page)
  return { ...found, matches: found.rows.length > 0 ? await findMatches(db, found.rows, asked) : undefined }
}

/** From here on a page is made from the total: from the nearer end. */
const nearOffset = 1_000

/** Sizes of pages whose plans each connection keeps, some 150 kB each; of any size, they would fill the database's memory. */
const keptSizes: readonly number[] = [defaultPageSize, 25]
/** The same goes for orders: a field more must not be as many plans more. */
const isOften = (order: ListOrder, page: PageRequest) => keptSizes.includes(page.size) && !isSeldom(order)

/** A page of bugs by their facts, found by walking the index of its order. */
async function byFacts(db: Db, asked: Asked, order: Order, page: PageRequest): Promise<FoundBugs> {
  const totalQuery = asked.isSummed ? summedTotal(asked) : countQuery(asked)
  const isFarIn = offsetOf(page) > nearOffset
  const known = isFarIn ? await totalOf(db, totalQuery) : undefined
  if (known !== undefined && known <= offsetOf(page)) return { rows: [], total: known }
  const rows =
    known === undefined ? { from: offsetOf(page), count: page.size, isReversed: false } : nearestRows(page, known)
  const select = (columns: RawBuilder<unknown>) => {
    if (isOfField(order)) return pageInOrder(pageByField(order, walkByField(asked, order), rows), columns)
    const table = tableOf(order)
    return sql`select ${columns} from ${sources[table]} ${where(allConditions(asked, table))}
      ${orderBy(rows.isReversed ? opposite(order) : order)} ${limit(rows)}`
  }
  const found = await readPage(db, order, asked.asking.actor, {
    select,
    isReversed: rows.isReversed,
    total: known === undefined ? totalQuery : undefined,
    isKept: asked.isKept && rows.from === 0 && !isFarIn && !isOfField(order) && isOften(order, page),
  })
  // A page past the end has no row that tells it.
  const total = known ?? found[0]?.total ?? (page.number === 1 ? 0 : await totalOf(db, totalQuery))
  return { rows: found, total }
}

/** How many bugs match by the totals that are kept; of private ones that name the actor there is no total. */
function summedTotal(asked: Asked): RawBuilder<unknown> {
  const conditions = [...askedConditions(asked, 'bugs'), ...asked.visible.shared]
  const shared = sql`select coalesce(sum(b.n), 0)::integer as total from bug_counts b ${where(conditions)}`
  const own = countOwn(asked)
  return own ? sql`select ((${shared}) + (${own}))::integer as total` : shared
}

async function totalOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const [row] = await db.read<{ total: number }>(sql`${query}`)
  return row?.total ?? 0
}

/** What it costs to look one bug's words up, where to gather one match and sort it costs one. */
const lookUpCost = 4
/** Fewer matches are joined with their bugs and sorted; of more, the order's index is walked until the page is full. */
const fewMatches = 2_000

/** A page of bugs by words: of common ones the order's index is walked, and each bug's words are looked at; else all are gathered. */
async function byWords(db: Db, asked: Asked, order: Order, page: PageRequest): Promise<FoundBugs> {
  const { total, among } = await countedTotal(db, asked)
  if (total <= offsetOf(page)) return { rows: [], total }
  const rows = nearestRows(page, total)
  if (isOfField(order)) return byWordsAndField(db, asked, order, { rows, total, among })
  const table = tableOf(order)
  const turned = rows.isReversed ? opposite(order) : order
  const walkTo = (count: number) => conditionsToWalk(asked, { count, total, among }, table)
  const walked = walkTo(rows.from + rows.count)
  const pageOf = (rowsOfPage: RawBuilder<unknown>) => sql`${rowsOfPage} ${orderBy(turned)} ${limit(rows)}`
  const select = (columns: RawBuilder<unknown>) => {
    if (walked) return pageOf(sql`select ${columns} from ${sources[table]} ${where(walked)}`)
    const found = sql`with ${matched(asked)}`
    if (order.by === 'createdOn' || order.by === 'relevance')
      return pageOf(sql`${found} select ${columns} from matched b`)
    return total <= fewMatches
      ? pageOf(sql`${found} select ${columns} from ${sources[table]} join matched on matched.id = b.id`)
      : pageOf(sql`${found} select ${columns} from ${sources[table]} where (b.id in (select id from matched)) is true`)
  }
  const { actor } = asked.asking
  if (order.by === 'relevance' && asked.wanted.length > 0) {
    const how = { total, inverted: order.inverted, walked: walkTo(rankedCandidates) }
    const ranked = await rankedPage(db, asked, page, how)
    return { rows: await readPage(db, order, actor, { select: () => ranked, isReversed: false, isKept: false }), total }
  }
  const isPlain = asked.indexed?.rest.length === 0 && asked.panel.length === 0 && actor.sees.isEveryProduct
  const isFirst = isPlain && rows.from === 0 && !rows.isReversed
  const found = await readPage(db, order, actor, {
    select,
    isReversed: rows.isReversed,
    isKept: walked !== undefined && isFirst && isOften(order, page),
  })
  return { rows: found, total }
}

/** What must hold for a bug, where the first `count` matches of an order are found sooner by walking it. */
function conditionsToWalk(
  asked: Asked,
  { count, total, among }: Counted & { readonly count: number },
  table: keyof typeof sources,
) {
  return ((count * among) / total) * lookUpCost <= total ? walkConditions(asked, table) : undefined
}

/** The same by the values of a custom field: where many match, those in the index of the values are walked. */
async function byWordsAndField(
  db: Db,
  asked: Asked,
  order: FieldOrder,
  { rows, total, among }: Counted & { readonly rows: Rows },
): Promise<FoundBugs> {
  const walked = conditionsToWalk(asked, { count: rows.from + rows.count, total, among }, 'bugs')
  const isMatched = sql<boolean>`(b.id in (select id from matched)) is true`
  const gathered = () =>
    total <= fewMatches
      ? sql`page as (select * from (
          select b.id, row_number() over (${wholly(order)}) as n from matched join bugs b on b.id = matched.id ${valuesOf(order)}
        ) placed order by n ${limit(rows.isReversed ? fromOtherEnd(rows, total) : rows)})`
      : pageByField(order, { conditions: [isMatched] }, rows)
  const tables = walked ? pageByField(order, { conditions: walked }, rows) : sql`${matched(asked)}, ${gathered()}`
  const found = await readPage(db, order, asked.asking.actor, {
    select: (columns) => pageInOrder(tables, columns),
    isReversed: rows.isReversed && (walked !== undefined || total > fewMatches),
    isKept: false,
  })
  return { rows: found, total }
}

/** What is walked by a custom field for a search without words. */
function walkByField(asked: Asked, { key }: FieldOrder): Parameters<typeof pageByField>[1] {
  const values = asked.parts.flatMap((part) =>
    part.kind === 'term' && part.name === 'field' && fieldAskedOf(part.value)?.key === key
      ? [valueAsked(part.value, asked.asking)]
      : [],
  )
  const narrow = asked.isSummed ? allConditions(asked, 'updates') : undefined
  return { conditions: allConditions(asked), narrow, values }
}

/** A page that has places. @param tables up to `page` */
const pageInOrder = (tables: RawBuilder<unknown>, columns: RawBuilder<unknown>) =>
  sql`with ${tables} select ${columns} from page b order by n`

/** How many bugs match, among how many. @param isTold nothing but events changes that */
async function countedTotal(db: Db, asked: Asked, isTold = asked.isToldByEvents): Promise<Counted> {
  // Without this line each is counted anew.
  if (isTold) return rememberedTotal(db, asked)
  const [row] = await db.read<Counted>(counted(countQuery(asked)))
  return row ?? { total: 0, among: 0 }
}

/** All bugs that there are only say what a way to find some of them costs. */
const counted = (count: RawBuilder<unknown>) => sql<Counted>`select counted.total::integer as total,
  (select coalesce(sum(n), 0)::integer from bug_counts) as among from (${count}) counted`

/** What all with the same rights share is remembered; the private bugs that name the actor are few, and counted each time. */
async function rememberedTotal(db: Db, asked: Asked): Promise<Counted> {
  const { total, among } = await rememberedTotals(db).total(db, counted(countShared(asked)))
  const own = countOwn(asked)
  return {
    total: total + (own ? await totalOf(db, sql`select counted.total::integer from (${own}) counted`) : 0),
    among,
  }
}
