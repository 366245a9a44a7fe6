import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { wordsOf } from '#shared/search/words.ts'
import { bugFactColumns, type BugFactRow, bugFactJoins, presentListItem } from './bug-presenter.ts'
import { tsqueryOf } from './bug-words.ts'

type Query = QueryOf<typeof endpoint>

/** What each sort orders by, in its usual direction; the expressions are those of the indexes. */
const orders: Readonly<Record<BugSort, { key: string; descending: boolean }>> = {
  createdOn: { key: 'b.created_on', descending: true },
  title: { key: 'lower(b.title) collate "C"', descending: false },
  description: { key: 'lower(left(b.description, 200)) collate "C"', descending: false },
  stepsToReproduce: { key: 'lower(left(b.steps_to_reproduce, 200)) collate "C"', descending: false },
}

/**
 * One page of the bugs that match all filters, and how many there are. The total is exact and, without keywords or
 * ages, needs no counting: triggers keep it in `bug_counts`.
 */
export async function bugList(db: Db, actor: Actor, query: Query, now = new Date()): Promise<ReplyOf<typeof endpoint>> {
  const page = { number: query.pageNumber ?? 1, size: query.pageSize ?? defaultPageSize }
  const words = query.keywords?.trim() ? wordsOf(query.keywords) : undefined
  if (words?.length === 0) return { result: [], pagination: paginationOf(page, 0) }

  const filter = filterOf(query, words, now)
  const statement = listStatement(filter, query.sortBy ?? 'createdOn', query.sortByInvert ?? false, page)
  const values = page.number === 1 ? filter.values : [...filter.values, (page.number - 1) * page.size]
  const rows = await db.prepared<BugFactRow & { total: number }>(statement, values)
  const total = rows[0]?.total ?? (page.number === 1 ? 0 : await totalOf(db, filter))
  return { result: rows.map((row) => presentListItem(row, actor)), pagination: paginationOf(page, total) }
}

interface Filter {
  /** Conditions on `b`, which has created_on, is_closed and classification in both tables that can serve. */
  readonly conditions: readonly string[]
  readonly values: readonly unknown[]
  readonly byWords: boolean
  /** The total can be read from `bug_counts`. */
  readonly counted: boolean
  /** Names this combination of filters. */
  readonly name: string
}

function filterOf(query: Query, words: readonly string[] | undefined, now: Date): Filter {
  const conditions: string[] = []
  const values: unknown[] = []
  const names: string[] = []
  const add = (name: string, condition: string, value: unknown) => {
    values.push(value)
    names.push(name)
    conditions.push(`${condition} $${values.length}`)
  }
  const closed = closedValue(query.closed)
  if (closed !== undefined) add('closed', 'b.is_closed =', closed)
  if (query.classification) add('class', 'b.classification =', query.classification)
  if (query.minAge !== undefined) add('min', 'b.created_on <=', daysBefore(now, query.minAge))
  if (query.maxAge !== undefined) add('max', 'b.created_on >=', daysBefore(now, query.maxAge))
  if (words) {
    values.push(tsqueryOf(words))
    conditions.push(`b.words @@ $${values.length}::tsquery`)
  }
  return {
    conditions,
    values,
    byWords: words !== undefined,
    counted: words === undefined && query.minAge === undefined && query.maxAge === undefined,
    name: names.join('-'),
  }
}

function listStatement(filter: Filter, sort: BugSort, invert: boolean, page: { number: number; size: number }) {
  const { key, descending } = orders[sort]
  const direction = descending !== invert ? 'desc' : 'asc'
  // Whole numbers that validation made, in the text: only a plan that knows how few rows are wanted is kept, and planning
  // anew for each request costs more than the page itself.
  const limit = `limit ${page.size}${page.number === 1 ? '' : ` offset $${filter.values.length + 1}`}`
  const order = `order by ${key} ${direction}, b.id ${direction}`
  const bugs = `${bugFactColumns}, (${totalOfAll(filter)}) as total from page join bugs b on b.id = page.id ${bugFactJoins} ${order}`
  if (!filter.byWords) {
    return {
      name: `bug-list-${sort}-${direction}-${filter.name}-${page.size}${page.number === 1 ? '-first' : ''}`,
      text: `with page as materialized (select b.id from bugs b ${where(filter)} ${order} ${limit}) select ${bugs}`,
    }
  }
  // The words' selectivity decides the plan, so this one is planned anew each time: no name.
  const sortedByFact = sort === 'createdOn'
  return {
    name: '',
    text: `with matched as materialized (select b.bug_id as id, b.created_on from bug_search b ${where(filter)}),
      page as materialized (
        select b.id from matched ${sortedByFact ? 'b' : 'join bugs b on b.id = matched.id'} ${order} ${limit}
      ) select ${bugs}`,
  }
}

/** A query for the number of bugs that match, to stand inside the page's statement. */
function totalOfAll(filter: Filter): string {
  if (filter.byWords) return 'select count(*) from matched'
  if (filter.counted) return `select coalesce(sum(b.n), 0)::integer from bug_counts b ${where(filter)}`
  return `select count(*) from bugs b ${where(filter)}`
}

/** The total alone, for a page past the end, where no row carries it. */
async function totalOf(db: Db, filter: Filter): Promise<number> {
  const text = filter.byWords
    ? `select count(*) as total from bug_search b ${where(filter)}`
    : `select (${totalOfAll(filter)}) as total`
  const [row] = await db.prepared<{ total: number }>({ name: '', text }, filter.values)
  return Number(row?.total ?? 0)
}

const where = (filter: Filter) => (filter.conditions.length > 0 ? `where ${filter.conditions.join(' and ')}` : '')

function closedValue(filter: Query['closed']): boolean | undefined {
  if (filter === 'true' || filter === 'closed') return true
  if (filter === 'false' || filter === 'open') return false
  return undefined
}

/** An age in whole days, rolling back from now in steps of 24 hours. */
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
