import type { Prepared } from '#server/db/database.ts'
import type { BugSort } from '#shared/bugs/words.ts'
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

/** The order of a sort on `b`. */
export function orderBy({ by, inverted }: ListOrder): string {
  const { key, descending } = orders[by]
  const direction = descending !== inverted ? 'desc' : 'asc'
  return `order by ${key} ${direction}, b.id ${direction}`
}

/** A page of bugs by their facts, without words. */
export function pageStatement(filter: Filter, order: ListOrder, page: PageWish): ListPage {
  const sorted = orderBy(order)
  const isFirst = page.number === 1
  const offset = isFirst ? '' : ` offset $${filter.values.length + 1}`
  const direction = sorted.endsWith('desc') ? 'desc' : 'asc'
  return {
    name: filter.name && `bug-list-${order.by}-${direction}-${filter.name}-${page.size}${isFirst ? '-first' : ''}`,
    text: `with page as materialized (select b.id from bugs b ${where(filter)} ${sorted} limit ${page.size}${offset})
      select ${bugFactColumns}, (${totalOfAll(filter)}) as total
      from page join bugs b on b.id = page.id ${bugFactJoins} ${sorted}`,
    values: isFirst ? filter.values : [...filter.values, (page.number - 1) * page.size],
  }
}

/** The total alone. */
export function totalStatement(filter: Filter): ListPage {
  return { name: '', text: `select (${totalOfAll(filter)}) as total`, values: filter.values }
}

/** A query for the number of bugs that match, to stand inside the page's statement. */
function totalOfAll(filter: Filter): string {
  if (filter.isCounted) return `select coalesce(sum(b.n), 0)::integer from bug_counts b ${where(filter)}`
  return `select count(*) from bugs b ${where(filter)}`
}

const where = ({ conditions }: Filter) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
