import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import pg from 'pg'
import type { ListPage, Load, Scenario } from './scenario.ts'

const newestFirst = 'b.created_on desc, b.id desc'
const pageSize = 5

/** Pages of the bug list that people open, by name. */
export function listScenarios(facts: DataSetFacts): Scenario[] {
  const { common, rare } = facts.keywords
  const days = daysSince(facts.youngestTenth)
  const lastPage = Math.ceil(facts.bugs / pageSize)
  return [
    scenario('list', 'first page', page('')),
    scenario('list-closed', 'closed ones', page('closed=true', 'b.is_closed = $1', [true])),
    scenario(
      'list-class',
      'one classification',
      page('classification=unapproved', 'b.classification = $1', ['unapproved']),
    ),
    scenario('list-rare', `a rare word, '${rare.word}'`, wordPage(rare.word, rare.bugs)),
    scenario('list-common', `a common word, '${common.word}'`, wordPage(common.word, common.bugs)),
    scenario('list-last', 'last page', {
      ...page(`pageNumber=${lastPage}`),
      offset: (lastPage - 1) * pageSize,
    }),
    scenario('list-title', 'by title', {
      ...page('sortBy=title'),
      order: 'lower(b.title) collate "C", b.id',
    }),
    scenario('list-age', 'the youngest tenth', agePage(days)),
  ]
}

/** More filters whose totals must be exact; they are not measured. */
export function otherFilters(facts: DataSetFacts): ListPage[] {
  const word = facts.keywords.common.word
  const days = daysSince(facts.youngestTenth)
  return [
    ...['unclassified', 'approved', 'duplicate'].map((name) =>
      page(`classification=${name}`, 'b.classification = $1', [name]),
    ),
    page('closed=open', 'b.is_closed = $1', [false]),
    page('closed=both'),
    page('closed=closed&classification=duplicate', 'b.is_closed = $1 and b.classification = $2', [true, 'duplicate']),
    page(`minAge=${days}`, `b.created_on <= now() - $1 * interval '24 hours'`, [days]),
    page(
      `minAge=${days}&maxAge=${days + 500}&closed=false`,
      `b.created_on <= now() - $1 * interval '24 hours' and b.created_on >= now() - $2 * interval '24 hours'
        and not b.is_closed`,
      [days, days + 500],
    ),
    page(`keywords=${word}&closed=true`, 's.words @@ $1::tsquery and b.is_closed', [`'${word}':*`]),
    page(
      `keywords=${word}&classification=approved&maxAge=${days}&sortBy=title`,
      `s.words @@ $1::tsquery and b.classification = 'approved' and b.created_on >= now() - $2 * interval '24 hours'`,
      [`'${word}':*`, days],
    ),
  ]
}

function page(query: string, where = '', values: ListPage['values'] = []): ListPage {
  return { query, where, values, order: newestFirst, offset: 0 }
}

function wordPage(word: string, known: number): ListPage {
  return { ...page(`keywords=${encodeURIComponent(word)}`, 's.words @@ $1::tsquery', [`'${word}':*`]), known }
}

function agePage(days: number): ListPage {
  return page(`maxAge=${days}`, `b.created_on >= now() - $1 * interval '24 hours'`, [days])
}

function scenario(name: string, says: string, list: ListPage): Scenario {
  const load = (path: string): Load => ({ method: 'GET', paths: [path], bodies: [], personPer: 'connection' })
  const query = list.query === '' ? '' : `?${list.query}`
  return { name, says, kind: 'read', product: load(`/api/bug/list${query}`), thin: load(`/${name}`), list }
}

const daysSince = (moment: string) => Math.floor((Date.now() - Date.parse(moment)) / 86_400_000)

/** What a page of the list reads from. */
export const fromOf = (list: ListPage) =>
  `bugs b ${list.where.includes('s.') ? 'join bug_search s on s.bug_id = b.id' : ''}`

export const whereOf = (list: ListPage) => (list.where === '' ? '' : `where ${list.where}`)

/**
 * The page alone, as the thin server runs it. The values stand in its text, so that PostgreSQL plans it once and for
 * just these: nothing can be quicker.
 */
export function pageStatement(list: ListPage): string {
  const text = `select b.id, b.title, b.description, b.steps_to_reproduce, b.created_on, b.created_by,
      creator.full_name as creator_name, b.assigned_to, b.assigned_on, assignee.full_name as assignee_name,
      b.status, b.is_closed, b.classification, b.product, b.component, b.comment_count
    from ${fromOf(list)}
    join users creator on creator.id = b.created_by
    left join users assignee on assignee.id = b.assigned_to
    ${whereOf(list)} order by ${list.order} limit ${pageSize} offset ${list.offset}`
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(list.values[Number(number) - 1] ?? ''))
}

const literal = (value: string | number | boolean) => (typeof value === 'string' ? pg.escapeLiteral(value) : `${value}`)

/** How many bugs match, counted. */
export function countStatement(list: ListPage): string {
  return `select count(*)::integer as n from ${fromOf(list)} ${whereOf(list)}`
}
