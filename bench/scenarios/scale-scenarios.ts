import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import { wordQuery } from '#server/features/search/public.ts'
import { agePage, daysSince, listScenarios, ofWord, page, scenario } from './list-scenarios.ts'
import { pageSize } from './list-statements.ts'
import type { SearchedWords } from '#bench/scale/searched-words.ts'
import type { ListPage, Scenario } from './scenario.ts'
import { comment, report, view } from './scenarios.ts'

const byTitle = 'lower(b.title) collate "C", b.id'
const sorts = [
  ['title', byTitle],
  ['description', 'lower(left(b.description, 200)) collate "C", b.id'],
  ['stepsToReproduce', 'lower(left(b.steps_to_reproduce, 200)) collate "C", b.id'],
] as const

/**
 * Returns the scenarios for every size: the list with each filter and each sort on its first, middle and last page,
 * words that few, many or nearly all bugs have, and the rest of people's daily work.
 * @param words what is searched
 */
export function scaleScenarios(own: DataSetFacts, { common, titleWords }: SearchedWords): Scenario[] {
  const facts = { ...own, keywords: { ...own.keywords, common } }
  const basic = new Map(listScenarios(facts).map((one) => [one.name, one]))
  const pick = (...names: string[]) => names.flatMap((name) => basic.get(name) ?? [])
  const days = daysSince(facts.youngestTenth)
  return [
    ...pick('list'),
    ...deepPages('list', '', page(''), facts.bugs),
    ...sorts.map(([sort, order]) => scenario(`list-${sort}`, `by ${sort}`, { ...page(`sortBy=${sort}`), order })),
    scenario(
      'list-title-last',
      'the last page by title',
      lastPage({ ...page('sortBy=title'), order: byTitle }, facts.bugs),
    ),
    ...pick('list-closed', 'list-class'),
    scenario('list-age', 'the youngest tenth', agePage(days)),
    ...pick('list-rare'),
    ...commonWord(facts),
    ...pick('search-two', 'search-phrase', 'search-rare-phrase', 'search-terms'),
    anyWord(titleWords),
    view(facts),
    report(),
    comment(facts),
  ]
}

function commonWord(facts: DataSetFacts): Scenario[] {
  const { common } = facts.keywords
  const paced = ofWord(facts)
  const found = (more: string, order?: string): ListPage => ({
    ...page(`keywords=${encodeURIComponent(common.word)}${more}`, 's.words @@ $1::tsquery', [
      wordQuery(common.word, true),
    ]),
    ...(order !== undefined && { order }),
  })
  return [
    scenario('word', `a common word, '${common.word}'`, found(''), paced),
    ...deepPages('word', 'of a common word', found(''), common.bugs),
    ...sorts.map(([sort, order]) =>
      scenario(`word-${sort}`, `a common word by ${sort}`, found(`&sortBy=${sort}`, order), paced),
    ),
    scenario('word-relevance', 'a common word by relevance', found('&sortBy=relevance'), paced),
    scenario('word-title-last', 'its last page by title', lastPage(found('&sortBy=title', byTitle), common.bugs)),
  ]
}

/** Rows from either end, past which a page is far. */
const farFromEnds = 10_000

function deepPages(name: string, of: string, list: ListPage, total: number): Scenario[] {
  const middle = Math.max(1, Math.floor(total / pageSize / 2))
  return [
    scenario(`${name}-middle`, `the middle page ${of}`.trim(), at(list, middle), {
      pace: total / 2 > farFromEnds ? 'far' : 'other',
    }),
    scenario(`${name}-last`, `the last page ${of}`.trim(), lastPage(list, total)),
  ]
}

const lastPage = (list: ListPage, total: number) => at(list, Math.max(1, Math.ceil(total / pageSize)))

function at(list: ListPage, number: number): ListPage {
  const query = `${list.query}${list.query === '' ? '' : '&'}pageNumber=${number}`
  return { ...list, query, offset: (number - 1) * pageSize }
}

/** Returns a scenario that searches for another word of some title each time, so mostly for the first time. */
function anyWord(words: readonly string[]): Scenario {
  const load = { method: 'GET', bodies: [], personPer: 'connection' } as const
  return {
    name: 'any-word',
    says: `one of ${words.length} words of titles`,
    kind: 'read',
    pace: 'quick',
    product: { ...load, paths: words.map((word) => `/api/bug/list?keywords=${encodeURIComponent(word)}`) },
    thin: { ...load, paths: words.map((word) => `/newest-with?words=${encodeURIComponent(wordQuery(word, true))}`) },
  }
}

/** The statement of the thin server for `any-word`. */
export const newestWith: ListPage = page('', 's.words @@ $1::tsquery', [''])
