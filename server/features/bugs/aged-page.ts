import type { Db } from '#server/db/database.ts'
import { matchMemoryOf, type News, newsColumns } from '#server/features/search/public.ts'
import type { AgedPage, AgedTotal } from './bug-list-filter.ts'
import { keepsPlan, type ListOrder, type ListPage, orderBy, type PageWish } from './bug-list-statement.ts'
import { bugFactColumns, bugFactJoins, type BugFactRow } from './bug-presenter.ts'

/**
 * Bugs of a cut day that are counted beside a page, up to here: with a limit the statement's plan fits every day, and with a
 * low one PostgreSQL does not find it dearer than planning anew. A day with more is counted by a statement of its own.
 */
const mostAtEdge = 500

type AgedRow = BugFactRow & News & { first_edge: number; last_edge: number }

/**
 * A page of bugs of some age and their total in one statement: it looks itself whether what is remembered of the whole days
 * still holds, and counts what is left of two days.
 * @returns undefined where it is not remembered or has changed, and for an empty page
 */
export async function agedRows(
  db: Db,
  { days }: AgedTotal,
  list: AgedPage,
  order: ListOrder,
  page: PageWish,
): Promise<{ rows: readonly BugFactRow[]; total: number } | undefined> {
  const standing = matchMemoryOf(db).standing(days)
  if (!standing) return undefined
  const statement = agedPageStatement(list, order, page, standing.since)
  const rows = await db.prepared<AgedRow>(statement, statement.values)
  const [first] = rows
  if (!first || first.changes > 0 || Math.max(first.first_edge, first.last_edge) >= mostAtEdge) return undefined
  standing.stillHeld(first)
  return { rows, total: standing.total + first.first_edge + first.last_edge }
}

/** @param since the oldest transaction that may not be in what is remembered */
export function agedPageStatement(
  { conditions, edges, values, name }: AgedPage,
  order: ListOrder,
  { number, size }: PageWish,
  since: string,
): ListPage {
  const sorted = orderBy(order)
  const [first = '0', last = '0'] = edges.map(
    (edge) =>
      `(select count(*)::integer from (select from bugs b where ${edge.join(' and ')} limit ${mostAtEdge}) as edge)`,
  )
  const news = newsColumns(values.add(since))
  const offset = number === 1 ? '' : ` offset ${values.add((number - 1) * size)}`
  // By another sort it depends on the ages whether their index is better or the sort's.
  const isKept = keepsPlan(size) && order.by === 'createdOn'
  return {
    name: isKept ? `list-aged${order.inverted ? '-inverted' : ''}-${name}${offset === '' ? '-first' : ''}` : '',
    text: `with page as materialized (
        select b.id from bugs b where ${conditions.join(' and ')} ${sorted} limit ${size}${offset}
      ), told as materialized (
        select ${first} as first_edge, ${last} as last_edge, ${news}
      )
      select ${bugFactColumns}, told.* from told, page join bugs b on b.id = page.id ${bugFactJoins} ${sorted}`,
    values: values.list,
    hasIsoMoments: true,
  }
}
