import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import { pick, seededRandom } from '#bench/random.ts'
import { listPath } from '#bench/answers/ask-all.ts'
import { daysSince } from '#bench/scenarios/list-scenarios.ts'
import { wordQuery } from '#server/features/search/public.ts'
import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { runsOf } from '#shared/search/words.ts'
import type pg from 'pg'
import type { Pace } from '#bench/budgets.ts'

/** Questions of one kind that are put to the list, each another one. */
export interface Kind {
  readonly name: string
  readonly pace: Pace
  readonly paths: readonly string[]
}

const pageSize = 25
/** Questions of a kind that has more. */
const wanted = 40
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Makes the questions of all kinds from the words of the bugs. @param client a connection to their database */
export async function findingQuestions(client: pg.ClientBase, facts: DataSetFacts): Promise<Kind[]> {
  const random = seededRandom('questions for bugs')
  const { words, pairs, phrases } = await wordsOfBugs(client, facts)
  const days = daysSince(facts.youngestTenth)
  const [quarter, half] = [facts.bugs / 4, facts.bugs / 2]
  const rarer = words.filter(({ bugs }) => bugs > 0 && bugs <= quarter).slice(0, wanted * 2)
  const commoner = words.filter(({ bugs }) => bugs > quarter).slice(0, wanted)
  const common = pick(random, commoner)
  const filters = [
    ...[{}, { closed: 'open' }, { closed: 'closed' }, { maxAge: days }, { minAge: days }],
    ...classifications.map((classification) => ({ classification })),
    ...bugSorts.flatMap((sortBy) => [{ sortBy }, { sortBy, sortByInvert: true }]),
    ...bugSorts.map((sortBy) => ({ sortBy, closed: 'open', classification: 'approved' })),
    ...bugSorts.map((sortBy) => ({ sortBy, maxAge: days })),
  ]
  const searched = (keywords: readonly string[], more: object = {}) =>
    keywords.map((text) => ({ keywords: text, ...more }))
  const texts = commoner.map(({ word }) => word)
  const pageOf = (total: number, row: number) => Math.max(1, Math.ceil(Math.min(row, total) / pageSize))
  /** Places of a list of `total`, as pages. */
  const near = (total: number) => [1000, 9000].flatMap((rows) => [pageOf(total, rows), pageOf(total, total - rows)])
  const far = (total: number) => [0.3, 0.5, 0.7].map((share) => pageOf(total, total * share))
  const deep = (places: (total: number) => number[]) => [
    ...bugSorts.flatMap((sortBy) => places(facts.bugs).map((pageNumber) => ({ sortBy, pageNumber }))),
    ...places(facts.bugs).map((pageNumber) => ({ closed: 'both', pageNumber, sortByInvert: true })),
    ...commoner
      .slice(0, 5)
      .flatMap(({ word, bugs }) => places(bugs).map((pageNumber) => ({ keywords: word, pageNumber }))),
  ]
  const kind = (name: string, pace: Pace, queries: readonly object[]): Kind => ({
    name,
    pace,
    paths: [...new Set(queries.map((query) => listPath({ pageSize, ...query })))],
  })
  return [
    kind('first pages with filters and sorts', 'quick', filters),
    kind('words in at most a quarter of the bugs', 'quick', searched(rarer.map(({ word }) => word))),
    kind('words in more', 'other', searched(texts)),
    kind('one letter', 'other', searched(letters)),
    kind('two letters', 'other', searched(letters.map((one) => one + pick(random, [...'aeiorst'])))),
    kind('two words of a bug', 'other', searched(pairs)),
    kind('phrases', 'other', searched([...phrases, '"to the"', '"in the"', '"of the"'])),
    kind('words with terms', 'other', searched(texts.flatMap((word) => [`is:open ${word}`, `class:approved ${word}`]))),
    kind(
      'terms',
      'other',
      searched(['is:open', 'status:resolved', 'assignee:none', 'has:attachment', 'created:<30d', 'closed:<1y']),
    ),
    kind(
      'exclusions and alternatives',
      'other',
      searched(pairs.map((pair) => `${common?.word} (${pair.replace(' ', ' OR ')}) -quincunx`)),
    ),
    kind('words by relevance', 'other', searched(texts, { sortBy: 'relevance' })),
    kind('words by title and steps', 'other', [
      ...searched(texts, { sortBy: 'title' }),
      ...searched(texts, { sortBy: 'stepsToReproduce' }),
    ]),
    kind('pages up to 10,000 rows from an end', 'other', deep(near)),
    kind(
      'last pages',
      'other',
      deep((total) => [pageOf(total, total)]),
    ),
    ...(half > 10_000 ? [kind('pages further from both ends', 'far', deep(far))] : []),
  ]
}

interface WordsOfBugs {
  readonly words: readonly { readonly word: string; readonly bugs: number }[]
  readonly pairs: readonly string[]
  readonly phrases: readonly string[]
}

/** Words that some bugs hold, a word as often as texts have it, and how many bugs hold each. */
async function wordsOfBugs(client: pg.ClientBase, { bugIds }: DataSetFacts): Promise<WordsOfBugs> {
  const random = seededRandom('words of bugs')
  const ids = Array.from({ length: wanted * 20 }, () => pick(random, bugIds))
  const { rows } = await client.query<{ text: string }>(
    `select title || ' ' || left(description, 2000) as text from bugs where id = any($1::text[]) order by id`,
    [ids],
  )
  const runs = rows.map(({ text }) => runsOf(text)).filter((words) => words.length > 4)
  const words = [...new Set(runs.map((of) => pick(random, of)).filter((word) => /^[a-z]{2,20}$/.test(word)))]
  const { rows: counted } = await client.query<{ word: string; bugs: number }>(
    `select word, count_with_words(query::tsquery, null) as bugs from unnest($1::text[], $2::text[]) as w (word, query)`,
    [words, words.map((word) => wordQuery(word, true))],
  )
  const some = runs.slice(0, wanted)
  const phrase = (of: readonly string[]) => {
    const from = Math.floor(random() * (of.length - 3))
    return `"${of.slice(from, from + 3).join(' ')}"`
  }
  return {
    words: counted,
    pairs: some.map((of) => `${pick(random, of)} ${pick(random, of)}`),
    phrases: some.map(phrase),
  }
}
