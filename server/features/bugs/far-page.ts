import type { Db } from '#server/db/database.ts'
import { Values } from '#server/features/search/public.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import {
  isDescending,
  keepsPlan,
  type ListOrder,
  type ListPage,
  nearestRows,
  type PageWish,
  sortKey,
} from './bug-list-statement.ts'
import { bugFactColumns, bugFactJoins, type BugFactRow } from './bug-presenter.ts'
import { type FoundRows, offsetOf } from './found-rows.ts'
import type { BlockCounts, ListFacts, OrderBlocks, WalkFrom } from './order-blocks.ts'
import { boundSql, boundValue, orderNews } from './order-statements.ts'
import { largestBlock, RememberedOrder, type StandingOrder } from './remembered-order.ts'

/** Pages from here on, from both ends, begin at a remembered position. */
const farFromEnds = 500
/** Who walks over more bugs than these has the order remembered. */
const longWalk = 1_000
/** Rows up to which the plan of a walk is kept. */
const usualWalk = 1_000
/** While others write, a page is tried as often; after that it is walked to. */
const tries = 3

const orders = new WeakMap<Db, Map<BugSort, RememberedOrder>>()

/** What this process remembers of an order, for a database. */
export function rememberedOrder(db: Db, by: BugSort): RememberedOrder {
  let known = orders.get(db)
  if (!known) orders.set(db, (known = new Map()))
  const sort = by === 'relevance' ? 'createdOn' : by
  let order = known.get(sort)
  if (!order) known.set(sort, (order = new RememberedOrder(db, sort)))
  return order
}

/** Rows of a page, counted in its order's index from the beginning. */
export interface RowRange {
  readonly first: number
  readonly count: number
}

/** @returns undefined for a page that is near to an end, or past it */
export function rangeOf(order: ListOrder, page: PageWish, total: number): RowRange | undefined {
  const from = offsetOf(page)
  const count = Math.min(page.size, total - from)
  const behind = total - from - count
  if (count <= 0 || Math.min(from, behind) <= farFromEnds) return undefined
  return { first: isDescending(order) ? behind : from, count }
}

/** Has an order remembered where somebody asks for a page of it that takes long to walk to. @param total of the list */
export function wishFor(db: Db, order: ListOrder, page: PageWish, total: number): void {
  if (nearestRows(page, total).from > longWalk) void rememberedOrder(db, order.by).wish()
}

type FarRow = BugFactRow & { changes: number; total: number }

/**
 * A page far into the list of bugs by facts that totals are kept by: it begins at a position that is remembered. The
 * statement itself looks whether what is remembered holds, so that the page is that of its moment.
 * @returns undefined where nothing is remembered (yet), or others write too much
 */
export async function farRows(
  db: Db,
  facts: ListFacts,
  order: ListOrder,
  page: PageWish,
): Promise<FoundRows | undefined> {
  const remembered = rememberedOrder(db, order.by)
  for (let tried = 0; tried < tries; tried++) {
    const { standing } = remembered
    if (!standing) return undefined
    const list = standing.blocks.withFacts(facts)
    const range = rangeOf(order, page, list.total)
    const statement = range && farStatement(standing, list, range, facts, order)
    if (!statement) return undefined
    const rows = await db.prepared<FarRow>(statement, statement.values)
    const [first] = rows
    if (first?.changes === standing.seen) {
      if (first.total === list.total && rows.length === range.count)
        return { rows: inOrder(rows, order, statement), total: list.total }
      // Something has changed of which no event tells.
      remembered.forget(standing)
      return undefined
    }
    await remembered.renew()
  }
  return undefined
}

/** A statement whose rows may come in the order's opposite direction. */
export interface FarStatement extends ListPage {
  readonly isDescending: boolean
}

/** Rows of a statement as the page shows them. */
export const inOrder = <Row>(rows: readonly Row[], order: ListOrder, walked: FarStatement): readonly Row[] =>
  isDescending(order) === walked.isDescending ? rows : rows.toReversed()

/** @returns undefined where it would be walked too long */
export function farStatement(
  { blocks, since, seen }: StandingOrder,
  list: BlockCounts,
  range: RowRange,
  { isClosed, classification }: ListFacts,
  order: ListOrder,
): FarStatement | undefined {
  const values = new Values()
  const facts: string[] = []
  if (isClosed !== null) facts.push(`b.is_closed = ${values.add(isClosed)}`)
  if (classification !== null) facts.push(`b.classification = ${values.add(classification)}`)
  const counted = facts.length > 0 ? `where ${facts.join(' and ')}` : ''
  const told = `(select coalesce(sum(b.n), 0)::integer from bug_counts b ${counted}) as total,
    ${orderNews(values.add(since), seen)}`
  const filters = `${isClosed === null ? '' : '-closed'}${classification === null ? '' : '-class'}`
  // Where events of a transaction are still to be expected, it is asked for as many as were seen.
  const name = seen === 0 ? `list-far-${order.by}${filters}` : ''
  return walkedFrom({ blocks, list, range, order, conditions: facts, told, values, name, usualWalk })
}

interface Walk {
  readonly blocks: OrderBlocks
  readonly list: BlockCounts
  readonly range: RowRange
  readonly order: ListOrder
  /** On `b`, all of which must hold. */
  readonly conditions: readonly string[]
  /** Columns beside those of the bugs. */
  readonly told: string
  readonly values: Values
  /** Begins the name of the statement; empty where its plan is not kept. */
  readonly name: string
  /** Rows up to which it is kept. */
  readonly usualWalk: number
}

/** @returns undefined where it would be walked too long */
export function walkedFrom({
  blocks,
  list,
  range,
  order,
  conditions,
  told,
  values,
  name,
  usualWalk: usual,
}: Walk): FarStatement | undefined {
  const from: WalkFrom = blocks.walkFrom(list, range.first, range.count)
  if (from.offset + range.count > largestBlock) return undefined
  const { by } = order
  const bound = `(${sortKey(by)}, b.id) ${from.isBackwards ? '<' : '>='}
    (${boundSql(by, values.add(boundValue(by, from.bound)))}, ${values.add(from.bound.id)}::text collate "C")`
  const direction = from.isBackwards ? 'desc' : 'asc'
  const sorted = `order by ${sortKey(by)} ${direction}, b.id ${direction}`
  const isUsual = from.offset + range.count <= usual
  const isKept = name !== '' && isUsual && keepsPlan(range.count)
  return {
    name: isKept ? `${name}-${direction}` : '',
    // The limit within keeps the order. It is never reached, but without it the planner would fear a long walk, and plan for
    // each page anew.
    text: `with page as materialized (
        select b.id from (
          select b.id from bugs b where ${[bound, ...conditions].join(' and ')} ${sorted} limit ${isUsual ? usual : largestBlock}
        ) as b limit ${range.count} offset ${values.add(from.offset)}
      ), told as materialized (select ${told})
      select ${bugFactColumns}, told.* from told, page join bugs b on b.id = page.id ${bugFactJoins} ${sorted}`,
    values: values.list,
    hasIsoMoments: true,
    isDescending: from.isBackwards,
  }
}
