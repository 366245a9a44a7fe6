import { bugFields, eachField, type PlainName, plainNames } from '#shared/bugs/fields.ts'
import { type BugSort, isDescending, type ListSort } from '#shared/bugs/words.ts'
import { type RawBuilder, sql } from 'kysely'

/** An order as it is asked for. */
export interface AskedOrder {
  readonly by: ListSort
  /** Against its usual direction. */
  readonly inverted: boolean
}

/** One by what each bug has in a row of its own. */
export interface ListOrder {
  readonly by: BugSort
  /** Against its usual direction. */
  readonly inverted: boolean
}

export interface PageRequest {
  /** From 1. */
  readonly number: number
  readonly size: number
}

/** The place of a plain field's value among its values, from 1; the expression of its index. */
export const placeOf = (name: PlainName): RawBuilder<number> =>
  sql`array_position(${sql.lit(`{${bugFields[name].values.join(',')}}`)}::text[], ${sql.ref(`b.${bugFields[name].column}`)})`

/** What each sort orders by; the expressions are those of the indexes. */
const keys: Readonly<Record<BugSort, readonly RawBuilder<unknown>[]>> = {
  createdOn: [sql`b.created_on`],
  title: [sql`lower(b.title) collate "C"`],
  description: [sql`lower(left(b.description, 200)) collate "C"`],
  stepsToReproduce: [sql`lower(left(b.steps_to_reproduce, 200)) collate "C"`],
  updatedOn: [sql`b.updated_on`],
  affectedCount: [sql`b.affected_count`, sql`b.created_on`],
  waitingSince: [sql`b.waiting_since`],
  // Where there are no words to be relevant for.
  relevance: [sql`b.created_on`],
  ...eachField(plainNames, (name) => [placeOf(name), sql`b.created_on`]),
}

/** Of those that `bug_updates` has, where that stands beside the bugs. */
const keysOfUpdates: { readonly [S in BugSort]?: readonly RawBuilder<unknown>[] } = {
  updatedOn: [sql`updates.updated_on`],
  waitingSince: [sql`updates.waiting_since`],
}

/** Sorts that few ask for: their plans are not kept. */
export const isSeldom = ({ by }: ListOrder): boolean =>
  by === 'updatedOn' || by === 'affectedCount' || by === 'waitingSince' || plainNames.some((name) => name === by)

/** The order of a sort on rows `b` of what it walks. */
export const orderBy = (order: ListOrder): RawBuilder<unknown> => orderedBy(keys[order.by], order)

/** The same on bugs `b` with their `updates`. */
export const orderOfBugs = (order: ListOrder): RawBuilder<unknown> =>
  orderedBy(keysOfUpdates[order.by] ?? keys[order.by], order)

function orderedBy(expressions: readonly RawBuilder<unknown>[], { by, inverted }: ListOrder): RawBuilder<unknown> {
  const direction = isDescending(by) === inverted ? sql`asc` : sql`desc`
  return sql`order by ${sql.join([...expressions, sql`b.id`].map((key) => sql`${key} ${direction}`))}`
}

export const opposite = (order: ListOrder): ListOrder => ({ ...order, inverted: !order.inverted })

/** Rows that come before a page. */
export const offsetOf = ({ number, size }: PageRequest): number => (number - 1) * size

/** Some rows of an order. */
export interface Rows {
  /** Rows before them. */
  readonly from: number
  readonly count: number
  /** Counted from the order's end. */
  readonly isReversed: boolean
}

/** The rows of a page, from the end of the order that is nearer. @param total more than come before the page */
export function nearestRows(page: PageRequest, total: number): Rows {
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
