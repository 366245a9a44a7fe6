import type { Pace } from '#bench/budgets.ts'
import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import { wordQuery } from '#server/features/search/public.ts'
import { pageSize } from './list-statements.ts'
import type { ListPage, Load, Scenario } from './scenario.ts'

export const newestFirst = 'b.created_on desc, b.id desc'

/** Returns the scenarios for pages of the bug list, by name. */
export function listScenarios(facts: DataSetFacts): Scenario[] {
  const { common, rare } = facts.keywords
  const days = daysSince(facts.youngestTenth)
  const lastPage = Math.ceil(facts.bugs / pageSize)
  return [
    scenario('list', 'first page', page('')),
    scenario('list-packed', 'first page, compressed as browsers ask', page(''), { acceptEncoding: browserEncodings }),
    scenario('list-closed', 'closed ones', page('closed=true', 'b.is_closed = $1', [true])),
    scenario(
      'list-class',
      'one classification',
      page('classification=unapproved', 'b.classification = $1', ['unapproved']),
    ),
    scenario('list-rare', `a rare word, '${rare.word}'`, { ...wordPage(rare.word, rare.bugs), fewMatches: true }),
    scenario('list-common', `a common word, '${common.word}'`, wordPage(common.word, common.bugs), ofWord(facts)),
    scenario('list-last', 'last page', {
      ...page(`pageNumber=${lastPage}`),
      offset: (lastPage - 1) * pageSize,
    }),
    scenario('list-title', 'by title', {
      ...page('sortBy=title'),
      order: 'lower(b.title) collate "C", b.id',
    }),
    scenario('list-age', 'the youngest tenth', agePage(days)),
    ...searchScenarios(facts),
  ]
}

/** What people type into the search. */
function searchScenarios(facts: DataSetFacts): Scenario[] {
  const { common } = facts.keywords
  const lastPage = Math.ceil(common.bugs / pageSize)
  const words = (typed: string, query: string, more = '') =>
    page(`keywords=${encodeURIComponent(typed)}${more}`, 's.words @@ $1::tsquery', [query])
  const phrase = 'error timeout'
  return [
    scenario(
      'search-two',
      'two common words',
      words(`error ${common.word}`, `${wordQuery('error')} & ${wordQuery(common.word, true)}`),
      ofWord(facts),
    ),
    scenario('search-phrase', 'a phrase of very common words', words('"to the"', `'~to the'`), { pace: 'other' }),
    scenario(
      'search-rare-phrase',
      'a rare phrase of common words',
      page(
        `keywords=${encodeURIComponent(`"${phrase}"`)}`,
        `exists (select from bug_texts t where t.bug_id = b.id and position($1 in t.plain) > 0)`,
        [` ${phrase} `],
      ),
      { pace: 'other' },
    ),
    scenario(
      'search-terms',
      'a common word among open, approved ones',
      {
        ...words(`is:open class:approved ${common.word}`, wordQuery(common.word, true)),
        where: `s.words @@ $1::tsquery and not b.is_closed and b.classification = 'approved'`,
      },
      ofWord(facts),
    ),
    scenario(
      'search-relevance',
      'a common word by relevance',
      words(common.word, wordQuery(common.word, true), '&sortBy=relevance'),
      ofWord(facts),
    ),
    scenario(
      'search-title',
      'a common word by title',
      {
        ...words(common.word, wordQuery(common.word, true), '&sortBy=title'),
        order: 'lower(b.title) collate "C", b.id',
      },
      ofWord(facts),
    ),
    scenario(
      'search-last',
      'the last page of a common word',
      {
        ...words(common.word, wordQuery(common.word, true), `&pageNumber=${lastPage}`),
        offset: (lastPage - 1) * pageSize,
      },
      ofWord(facts),
    ),
  ]
}

/** What a search for the common word may take. */
export function ofWord({ bugs, keywords: { common } }: DataSetFacts): { readonly pace: Pace } {
  return { pace: common.bugs <= bugs / 4 ? 'quick' : 'other' }
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
    page(`keywords=${word}&closed=true`, 's.words @@ $1::tsquery and b.is_closed', [wordQuery(word, true)]),
    page(
      `keywords=${word}&classification=approved&maxAge=${days}&sortBy=title`,
      `s.words @@ $1::tsquery and b.classification = 'approved' and b.created_on >= now() - $2 * interval '24 hours'`,
      [wordQuery(word, true), days],
    ),
  ]
}

export function page(query: string, where = '', values: ListPage['values'] = []): ListPage {
  return { query, where, values, order: newestFirst, offset: 0 }
}

export function wordPage(word: string, known: number): ListPage {
  return { ...page(`keywords=${encodeURIComponent(word)}`, 's.words @@ $1::tsquery', [wordQuery(word, true)]), known }
}

export function agePage(days: number): ListPage {
  return page(`maxAge=${days}`, `b.created_on >= now() - $1 * interval '24 hours'`, [days])
}

/** The encodings that browsers accept over https; the thin server doesn't compress. */
const browserEncodings = 'gzip, deflate, br, zstd'

export function scenario(
  name: string,
  says: string,
  list: ListPage,
  {
    acceptEncoding,
    pace = list.offset === 0 ? 'quick' : 'other',
  }: { readonly acceptEncoding?: string; readonly pace?: Pace } = {},
): Scenario {
  const load = (path: string): Load => ({
    ...{ method: 'GET', paths: [path], bodies: [], personPer: 'connection' },
    ...(acceptEncoding && { acceptEncoding }),
  })
  const query = `?pageSize=${pageSize}${list.query && `&${list.query}`}`
  return { name, says, kind: 'read', pace, product: load(`/api/bug/list${query}`), thin: load(`/${name}`), list }
}

export const daysSince = (timestamp: string) => Math.floor((Date.now() - Date.parse(timestamp)) / 86_400_000)
