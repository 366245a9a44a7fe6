import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { bugFactColumns, bugFactJoins, type BugFactRow } from '#server/features/bugs/public.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { plainNames } from '#shared/bugs/fields.ts'
import { defaultPageSize } from '#shared/http/page.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { type RawBuilder, sql } from 'kysely'
import { ask, type Asked } from './ask.ts'
import { type Filters, where } from './conditions.ts'
import { type Correction, correctWords } from './correct-words.ts'
import { findMatches } from './find-matches.ts'
import { allConditions, countQuery, matched, walkConditions } from './matched.ts'
import { limit, type ListOrder, nearestRows, offsetOf, opposite, orderBy, type PageWish } from './orders.ts'
import { rankedCandidates, rankedPage } from './relevance.ts'
import { rememberedTotals } from './remembered-totals/remembered-totals.ts'

const [columns, joins] = [sql.raw(bugFactColumns), sql.raw(bugFactJoins)]

/** Which bugs, in which order, and which part of them. */
interface BugQuery {
  /** What was typed, as `parseSearch` reads it; undefined for nothing. */
  readonly search?: SearchNode | undefined
  readonly filters: Filters
  readonly order: ListOrder
  readonly page: PageWish
}

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
  const found = await findAsTyped(db, query, actor, now)
  if (found.total > 0 || !query.search) return found
  const better = await correctWords(db, actor, query.search)
  if (!better) return found
  const corrected = await findAsTyped(db, { ...query, search: better.root }, actor, now)
  return corrected.total > 0 ? { ...corrected, corrected: better.words } : found
}

async function findAsTyped(db: Db, { search, filters, order, page }: BugQuery, actor: Actor, now: Date) {
  if (search?.kind === 'or' && search.parts.length === 0) return { rows: [], total: 0 }
  const asked = await ask(db, search, filters, actor, now)
  const found = asked.leaves.size > 0 ? await byWords(db, asked, order, page) : await byFacts(db, asked, order, page)
  return { ...found, matches: found.rows.length > 0 ? await findMatches(db, found.rows, asked) : undefined }
}

/** From here on a page is made from the total: from the nearer end. */
const nearOffset = 1_000

/** Sizes of pages whose plans each connection keeps, some 150 kB each; of any size, they would fill the database's memory. */
const keptSizes: readonly number[] = [defaultPageSize, 25]
/** The same goes for orders: a field more must not be as many plans more. */
const isOften = (order: ListOrder, page: PageWish) =>
  keptSizes.includes(page.size) && !plainNames.some((name) => name === order.by)

/** A page of bugs by their facts, found by walking the index of its order. */
async function byFacts(db: Db, asked: Asked, order: ListOrder, page: PageWish): Promise<FoundBugs> {
  const conditions = allConditions(asked)
  const totalQuery = asked.isKept
    ? sql`select coalesce(sum(b.n), 0)::integer as total from bug_counts b ${where(conditions)}`
    : countQuery(asked)
  const isFarIn = offsetOf(page) > nearOffset
  const known = isFarIn ? await totalOf(db, totalQuery) : undefined
  if (known !== undefined && known <= offsetOf(page)) return { rows: [], total: known }
  const rows =
    known === undefined ? { from: offsetOf(page), count: page.size, isReversed: false } : nearestRows(page, known)
  const walked = sql`${orderBy(rows.isReversed ? opposite(order) : order)} ${limit(rows)}`
  const found = await db.read<BugFactRow & { total: number | null }>(
    sql`with page as materialized (select b.id from bugs b ${where(conditions)} ${walked})
      select ${columns}, ${known === undefined ? sql`(${totalQuery})` : sql`null::integer`} as total
      from page join bugs b on b.id = page.id ${joins} ${orderBy(order)}`,
    { keepsPlan: asked.isKept && rows.from === 0 && !isFarIn && isOften(order, page), hasIsoTimestamps: true },
  )
  // A page past the end has no row that tells it.
  const total = known ?? found[0]?.total ?? (page.number === 1 ? 0 : await totalOf(db, totalQuery))
  return { rows: found, total }
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
async function byWords(db: Db, asked: Asked, order: ListOrder, page: PageWish): Promise<FoundBugs> {
  const { total, among } = await countedTotal(db, asked)
  if (total <= offsetOf(page)) return { rows: [], total }
  const rows = nearestRows(page, total)
  const turned = rows.isReversed ? opposite(order) : order
  /** What must hold for a bug, where the first `count` matches of an order are found sooner by walking it. */
  const walkTo = (count: number) =>
    ((count * among) / total) * lookUpCost <= total ? walkConditions(asked) : undefined
  const walked = walkTo(rows.from + rows.count)
  const pageOf = (ids: RawBuilder<unknown>) => sql`page as materialized (${ids} ${orderBy(turned)} ${limit(rows)})`
  const ids = (): RawBuilder<unknown> => {
    if (walked) return pageOf(sql`select b.id from bugs b ${where(walked)}`)
    if (order.by === 'createdOn' || order.by === 'relevance')
      return sql`${matched(asked)}, ${pageOf(sql`select b.id from matched b`)}`
    return total <= fewMatches
      ? sql`${matched(asked)}, ${pageOf(sql`select b.id from matched join bugs b on b.id = matched.id`)}`
      : sql`${matched(asked)}, ${pageOf(sql`select b.id from bugs b where (b.id in (select id from matched)) is true`)}`
  }
  const isRanked = order.by === 'relevance' && asked.wanted.length > 0
  const { tables, sorted } = isRanked
    ? await rankedPage(db, asked, page, { total, inverted: order.inverted, walked: walkTo(rankedCandidates) })
    : { tables: ids(), sorted: orderBy(order) }
  const isPlain = asked.indexed?.rest.length === 0 && asked.panel.length === 0
  const isFirst = isPlain && rows.from === 0 && !rows.isReversed
  const found = await db.read<BugFactRow>(
    sql`with ${tables} select ${columns} from page join bugs b on b.id = page.id ${joins} ${sorted}`,
    {
      keepsPlan: !isRanked && walked !== undefined && isFirst && isOften(order, page),
      hasIsoTimestamps: true,
    },
  )
  return { rows: found, total }
}

/** How many bugs match words. */
async function countedTotal(db: Db, asked: Asked): Promise<Counted> {
  const question = sql<Counted>`select counted.total::integer as total,
    (select coalesce(sum(n), 0)::integer from bug_counts) as among from (${countQuery(asked)}) counted`
  // Without this line each is counted anew.
  if (asked.isToldByEvents) return rememberedTotals(db).total(db, question)
  const [row] = await db.read<Counted>(question)
  return row ?? { total: 0, among: 0 }
}
