import {
  chatConditions,
  type OpenSearch,
  type RankedLeaf,
  rankedCandidates,
  rankSql,
  searchSource,
  titleQuery,
  Values,
} from '#server/features/search/public.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { panelConditions } from './bug-list-filter.ts'
import { type ListOrder, type ListPage, limitOf, orderBy, type PageWish } from './bug-list-statement.ts'
import { bugFactColumns, bugFactJoins } from './bug-presenter.ts'

/** A list of bugs that words were searched for. */
interface WordList {
  readonly query: QueryOf<typeof endpoint>
  readonly search: OpenSearch
  readonly now: Date
}

/**
 * A page of bugs by words. The words' selectivity decides the plan, so it is planned anew each time: no name.
 * @param leaves by which relevance ranks
 */
export function wordPageStatement(
  { order, leaves, ...list }: WordList & { order: ListOrder; leaves: readonly RankedLeaf[] },
  page: PageWish,
): ListPage {
  const values = new Values()
  const ranked = order.by === 'relevance' && leaves.length > 0
  const { tables, sorted } = ranked
    ? byRelevance(list, leaves, order.inverted, page, values)
    : byFact(list, order, page, values)
  return {
    name: '',
    text: `${tables} select ${bugFactColumns}, (select count(*) from matched)::integer as total
      from page join bugs b on b.id = page.id ${bugFactJoins} ${sorted}`,
    values: values.list,
  }
}

/** The total alone. */
export function wordTotalStatement(list: WordList): ListPage {
  const values = new Values()
  return {
    name: '',
    text: `${matched(list, values)} select count(*) as total from matched`,
    values: values.list,
  }
}

function byFact(list: WordList, order: ListOrder, page: PageWish, values: Values) {
  const sorted = orderBy(order)
  const bugs =
    order.by === 'createdOn' || order.by === 'relevance' ? 'matched b' : 'matched join bugs b on b.id = matched.id'
  const tables = `${matched(list, values)},
    page as materialized (select b.id from ${bugs} ${sorted} ${limitOf(page)})`
  return { tables, sorted }
}

/**
 * The candidates are those with everything in the title, then the newest; they are ranked. The others follow as they
 * are, so that every page holds what belongs there.
 */
function byRelevance(list: WordList, leaves: readonly RankedLeaf[], inverted: boolean, page: PageWish, values: Values) {
  const [down, up] = inverted ? ['asc', 'desc'] : ['desc', 'asc']
  const place = (table: string) =>
    `order by ${table}score ${down} nulls ${up === 'asc' ? 'last' : 'first'}, ${table}in_title ${down}, ${table}created_on ${down}, ${table}id ${down}`
  // Looked up for every candidate: only where a phrase asks for it.
  const plain = leaves.some(({ leaf }) => leaf.plain !== undefined)
    ? '(select plain from bug_texts t where t.bug_id = s.bug_id and t.comment_id is null)'
    : 'null'
  const tables = `${matched(list, values, titleQuery(leaves))},
    candidates as materialized (
      select * from matched order by in_title desc, created_on desc, id desc limit ${rankedCandidates}
    ), ranked as (
      select m.id, m.created_on, m.in_title, (${rankSql(leaves, values)})::bigint as score
      from candidates m join bug_search s on s.bug_id = m.id
      cross join lateral (
        select s.own_words || ''::tsvector as own, ${plain} as plain
        offset 0
      ) o
      union all
      select id, created_on, in_title, null from matched
      where (select count(*) from matched) > ${rankedCandidates} and id not in (select id from candidates)
    ), page as materialized (select * from ranked ${place('')} ${limitOf(page)})`
  return { tables, sorted: place('page.') }
}

/**
 * The table `matched` of all bugs that match.
 * @param title a tsquery for `in_title`
 */
function matched({ query, search, now }: WordList, values: Values, title?: string): string {
  const panel = panelConditions(query, now, values).map(({ condition }) => condition)
  const { from, inTitle, conditions } = searchSource(search, search.context, values, title)
  const own = [...conditions, ...panel]
  const columns = 'b.bug_id as id, b.created_on'
  const { chat } = search
  const source = `select ${columns}, ${inTitle} as in_title from ${from}`
  if (!chat) return `with matched as materialized (${source} ${own.length > 0 ? `where ${own.join(' and ')}` : ''})`
  const [bugIds, leaves] = [values.add(chat.bugIds), values.add(chat.leaves)]
  const said = [...chatConditions(search, search.context, values), ...panel].join(' and ')
  const titled = title === undefined ? 'false' : `b.title_words @@ ${values.add(title)}::tsquery`
  return `with c as materialized (
      select bug_id, leaves::integer[] as leaves from unnest(${bugIds}::text[], ${leaves}::text[]) as u (bug_id, leaves)
    ), matched as materialized (
      ${source} where ${[...own, 'not exists (select from c where c.bug_id = b.bug_id)'].join(' and ')}
      union all
      select ${columns}, ${titled} from c join bug_search b on b.bug_id = c.bug_id where ${said}
    )`
}
