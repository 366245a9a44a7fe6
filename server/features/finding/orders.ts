import type { BugSort } from '#shared/bugs/words.ts'
import { type RawBuilder, sql } from 'kysely'

export interface ListOrder {
  readonly by: BugSort
  /** Against its usual direction. */
  readonly inverted: boolean
}

export interface PageWish {
  /** From 1. */
  readonly number: number
  readonly size: number
}

/** What each sort orders by, in its usual direction; the expressions are those of the indexes. */
const orders: Readonly<Record<BugSort, { key: RawBuilder<unknown>; descending: boolean }>> = {
  createdOn: { key: sql`b.created_on`, descending: true },
  title: { key: sql`lower(b.title) collate "C"`, descending: false },
  description: { key: sql`lower(left(b.description, 200)) collate "C"`, descending: false },
  stepsToReproduce: { key: sql`lower(left(b.steps_to_reproduce, 200)) collate "C"`, descending: false },
  // Where there are no words to be relevant for.
  relevance: { key: sql`b.created_on`, descending: true },
}

/** The order of a sort on `b`. */
export function orderBy({ by, inverted }: ListOrder): RawBuilder<unknown> {
  const { key, descending } = orders[by]
  const direction = descending === inverted ? sql`asc` : sql`desc`
  return sql`order by ${key} ${direction}, b.id ${direction}`
}

export const opposite = (order: ListOrder): ListOrder => ({ ...order, inverted: !order.inverted })

/** Rows that come before a page. */
export const offsetOf = ({ number, size }: PageWish): number => (number - 1) * size

/** Some rows of an order. */
export interface Rows {
  /** Rows before them. */
  readonly from: number
  readonly count: number
  /** Counted from the order's end. */
  readonly isReversed: boolean
}

/** The rows of a page, from the end of the order that is nearer. @param total more than come before the page */
export function nearestRows(page: PageWish, total: number): Rows {
  const from = offsetOf(page)
  return nearest({ from, count: Math.min(page.size, total - from), isReversed: false }, total)
}

/** The same rows from the end that is nearer. */
export function nearest(rows: Rows, total: number): Rows {
  return rows.from * 2 <= total ? rows : fromOtherEnd(rows, total)
}

export const fromOtherEnd = ({ from, count, isReversed }: Rows, total: number): Rows => ({
  from: total - from - count,
  count,
  isReversed: !isReversed,
})

/** Whole numbers that validation made, in the text: only so the planner knows how few rows are wanted. */
export const limit = ({ from, count }: Pick<Rows, 'from' | 'count'>): RawBuilder<unknown> =>
  from === 0 ? sql`limit ${sql.lit(count)}` : sql`limit ${sql.lit(count)} offset ${sql.lit(from)}`
