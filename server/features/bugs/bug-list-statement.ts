import type { Prepared } from '#server/db/database.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import { defaultPageSize } from '#shared/http/page.ts'
import type { Filter } from './bug-list-filter.ts'
import { bugFactColumns, bugFactJoins } from './bug-presenter.ts'

export interface ListOrder {
  readonly by: BugSort
  /** Against its usual direction. */
  readonly inverted: boolean
}

/** A statement and its values. */
export interface ListPage extends Prepared {
  readonly values: readonly unknown[]
}

export interface PageWish {
  readonly number: number
  readonly size: number
}

/** What each sort orders by, in its usual direction; the expressions are those of the indexes. */
const orders: Readonly<Record<BugSort, { key: string; descending: boolean }>> = {
  createdOn: { key: 'b.created_on', descending: true },
  title: { key: 'lower(b.title) collate "C"', descending: false },
  description: { key: 'lower(left(b.description, 200)) collate "C"', descending: false },
  stepsToReproduce: { key: 'lower(left(b.steps_to_reproduce, 200)) collate "C"', descending: false },
  // Where there are no words to be relevant for.
  relevance: { key: 'b.created_on', descending: true },
}

/** What a sort orders by on `b`, before the id. */
export const sortKey = (by: BugSort): string => orders[by].key

/** Whether an order runs from the last to the first of its index. */
export const isDescending = ({ by, inverted }: ListOrder): boolean => orders[by].descending !== inverted

/** The order of a sort on `b`. */
export function orderBy(order: ListOrder): string {
  const key = sortKey(order.by)
  const direction = isDescending(order) ? 'desc' : 'asc'
  return `order by ${key} ${direction}, b.id ${direction}`
}

/** Rows of an order, counted from one of its ends. */
export interface NearestRows {
  /** Rows before them. */
  readonly from: number
  readonly count: number
  /** Counted from the end. */
  readonly isReversed: boolean
}

/** The rows of a page from the end of the order that is nearer. @param total more than come before the page */
export function nearestRows({ number, size }: PageWish, total: number): NearestRows {
  const from = (number - 1) * size
  const count = Math.min(size, total - from)
  if (from * 2 <= total) return { from, count, isReversed: false }
  return { from: total - from - count, count, isReversed: true }
}

/** From here on a page is made from the total: from the nearer end. */
const nearOffset = 1_000

/** Whether a page asks for the total first. */
export const isFarIn = ({ number, size }: PageWish): boolean => (number - 1) * size > nearOffset

/**
 * A page of bugs by their facts, without words.
 * @param total how many there are, where the page is far in; more than come before it
 */
export function pageStatement(filter: Filter, order: ListOrder, page: PageWish, total?: number): ListPage {
  const sorted = orderBy(order)
  const { from, count, isReversed } =
    total === undefined
      ? { from: (page.number - 1) * page.size, count: page.size, isReversed: false }
      : nearestRows(page, total)
  const walked = isReversed ? orderBy({ ...order, inverted: !order.inverted }) : sorted
  const offset = from === 0 ? '' : ` offset $${filter.values.length + 1}`
  const direction = walked.endsWith('desc') ? 'desc' : 'asc'
  const place = from === 0 ? '-first' : ''
  const told = total === undefined ? `(${totalOfAll(filter)})` : 'null::integer'
  return {
    name:
      total === undefined && keepsPlan(page.size)
        ? filter.name && `list-${order.by}-${direction}-${filter.name}${place}`
        : '',
    text:
      from === 0 && filter.conditions.length === 0
        ? `select ${bugFactColumns}, ${told} as total
           from (select b.* from bugs b ${walked} limit ${count}) b ${bugFactJoins} ${sorted}`
        : `with page as materialized (select b.id from bugs b ${where(filter)} ${walked} limit ${count}${offset})
           select ${bugFactColumns}, ${told} as total
           from page join bugs b on b.id = page.id ${bugFactJoins} ${sorted}`,
    values: from === 0 ? filter.values : [...filter.values, from],
    hasIsoMoments: true,
  }
}

/**
 * Whether the plan for pages of a size is kept. Each connection keeps each of them, some 150 kB, for as long as it lives:
 * were any size kept, somebody who asks for all of them in every order would fill the database's memory.
 */
export const keepsPlan = (size: number): boolean => size === defaultPageSize

/** The total alone. */
export function totalStatement(filter: Filter): ListPage {
  return {
    name: filter.name && `bug-total-${filter.name}`,
    text: `select (${totalOfAll(filter)}) as total`,
    values: filter.values,
  }
}

/** A query for the number of bugs that match, to stand inside the page's statement. */
function totalOfAll(filter: Filter): string {
  if (filter.isCounted) return `select coalesce(sum(b.n), 0)::integer from bug_counts b ${where(filter)}`
  return `select count(*) from bugs b ${where(filter)}`
}

const where = ({ conditions }: Filter) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
