import { between, pick, type Random, seededRandom } from '#bench/random.ts'
import { bugSorts, classifications, closedFilters } from '#shared/bugs/words.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import type { ActedOn } from './act-on-bugs.ts'
import { listPath } from './ask-all.ts'
import { people } from './import-lines.ts'
import type { Lexicon } from './lexicon.ts'
import type { PersonClient } from './person-client.ts'
import { panelAges, termAges } from './quiet-times.ts'
import { nameOf, type Query, type Role, roles } from './world.ts'

interface Source extends ActedOn {
  readonly lexicon: Lexicon
}

type Asked = Record<string, string | number | boolean>

/** Those that a version from before the others knows too. */
const sorts = bugSorts.filter((sort) => sort !== 'updatedOn' && sort !== 'affectedCount')

/**
 * Generates queries of all kinds, and reads their totals to name their middle and last pages.
 * @param people the callers, by role
 */
export async function generateQueries(
  { queries, seed }: { readonly queries: number; readonly seed: string },
  people: Readonly<Record<Role, PersonClient>>,
  source: Source,
): Promise<Query[]> {
  const random = seededRandom(`${seed} queries`)
  const made: Query[] = []
  for (let n = 0; n < queries; n++) {
    const role = pick(random, roles)
    const query = someQuery(random, source)
    const page = pageOf(random, query, await totalOf(people[role], query))
    made.push({ n, role, query: { ...query, ...(page !== 1 && { pageNumber: page }) } })
  }
  return made
}

async function totalOf(person: PersonClient, query: Asked): Promise<number> {
  const { status, body } = await person.call('GET', listPath({ ...query, pageSize: 1 }))
  return status === 200 ? (body as { pagination: { totalCount: number } }).pagination.totalCount : 0
}

/** Returns the first, the second, a middle or the last page, or the one after it. */
function pageOf(random: Random, { pageSize }: Asked, total: number): number {
  const pages = Math.max(1, Math.ceil(total / Number(pageSize ?? 5)))
  const kind = random()
  if (kind < 0.5) return 1
  if (kind < 0.65) return Math.min(2, pages)
  if (kind < 0.8) return Math.ceil(pages / 2)
  return kind < 0.93 ? pages : pages + 1
}

function someQuery(random: Random, source: Source): Asked {
  const query: Asked = {}
  const size = pick(random, [0, 5, 10, 25, 25, 50, 100])
  if (size) query['pageSize'] = size
  const kind = random()
  if (kind < 0.2) query['keywords'] = someWord(random, source.lexicon)
  else if (kind < 0.82) query['keywords'] = someKeywords(random, source)
  if (random() < 0.2) query['closed'] = pick(random, closedFilters)
  if (random() < 0.15) query['classification'] = pick(random, classifications)
  if (random() < 0.1) query['minAge'] = pick(random, panelAges)
  if (random() < 0.1) query['maxAge'] = Math.max(Number(query['minAge'] ?? 0), pick(random, panelAges))
  if (random() < 0.55) query['sortBy'] = pick(random, sorts)
  if (random() < 0.3) query['sortByInvert'] = random() < 0.9
  return query
}

function someKeywords(random: Random, source: Source): string {
  const parts = Array.from({ length: pick(random, [1, 1, 2, 2, 3]) }, () => somePart(random, source, 2))
  if (random() < 0.06)
    parts.push(`sort:${pick(random, ['created', 'title', 'description', 'steps', 'relevance-asc', 'title-desc'])}`)
  return parts.join(' ').slice(0, maxKeywordsLength)
}

function somePart(random: Random, source: Source, depth: number): string {
  const { lexicon, bugIds, chatLines } = source
  const kind = random()
  if (kind < 0.4) return someWord(random, lexicon)
  if (kind < 0.55) return `"${somePhrase(random, source)}"`
  if (kind < 0.77) return someTerm(random, source)
  if (kind < 0.81) return pick(random, chatLines).split(' ').at(-2) ?? 'quincunx'
  if (kind < 0.84) return pick(random, bugIds).slice(pick(random, [0, -8, -6]))
  if (kind < 0.87) return pick(random, oddTexts)
  if (depth === 0) return someWord(random, lexicon)
  if (kind < 0.94) return `-${somePart(random, source, 0)}`
  const branches = Array.from({ length: between(random, 2, 3) }, () => somePart(random, source, depth - 1))
  return `${random() < 0.2 ? '-' : ''}(${branches.join(' OR ')})`
}

/** Texts that are refused, or taken as plain words. */
const oddTexts = [
  ...['std::vec', 'main()', '"', '(a OR', 'is:gone', 'created:7d', 'foo:bar', 'a OR b', '!!', 'C++', '5"', '- x'],
  ...['status:nothing', 'http://a.b/c?d=e', 'quincunx', 'borborygmus', 'sesquipedalian', 'flibbertigibbet'],
]

/** Returns a word as it is in the texts, its beginning, with another ending, in capitals, or mistyped. */
function someWord(random: Random, lexicon: Lexicon): string {
  const word = lexicon.word(random)
  const kind = random()
  if (kind < 0.55) return word
  if (kind < 0.63) return word.slice(0, 1)
  if (kind < 0.75) return word.slice(0, between(random, 1, word.length))
  if (kind < 0.85) return word.endsWith('s') ? word.slice(0, -1) : word + pick(random, ['s', 'ing', 'ed'])
  if (kind < 0.88) return word.toUpperCase()
  const at = between(random, 0, word.length - 1)
  return word.slice(0, at) + pick(random, ['', 'x', word.charAt(at) + word.charAt(at)]) + word.slice(at + 1)
}

function somePhrase(random: Random, { lexicon, chatLines }: Source): string {
  const length = between(random, 1, 4)
  const kind = random()
  if (kind < 0.08) return pick(random, chatLines).split(' ').slice(0, length).join(' ')
  if (kind < 0.2) return pick(random, ['in the', 'to the', 'this is', 'it is', 'if the', 'of the', 'is not'])
  const words = lexicon.phrase(random, length).split(' ')
  return (kind < 0.3 ? words.toReversed() : words).join(pick(random, [' ', ' ', '  ', '-']))
}

function someTerm(random: Random, { bugIds, originals }: Source): string {
  const sign = pick(random, ['<', '>', '<=', '>='])
  const age = `${sign}${pick(random, termAges)}`
  const date = () => new Date(Date.UTC(2023, 0, between(random, 1, 1400))).toISOString().slice(0, 10)
  const days = pick(random, [age, age, date(), sign + date(), `..${date()}`, [date(), date()].toSorted().join('..')])
  const someone = pick(random, [...roles.map(nameOf), ...people])
  const who = pick(random, ['@me', `"${someone}"`, someone.split(' ')[0] ?? '', 'mül', 'nowhereman'])
  const original = pick(random, originals.length > 0 && random() < 0.8 ? originals : bugIds)
  return pick(random, [
    ...['is:open', 'is:closed', 'is:followed', 'assignee:none', 'has:attachment', 'status:resolved', 'status:closed'],
    ...['status:open', 'status:"in progress"', `class:${pick(random, classifications)}`, `assignee:${who}`],
    ...[`class:${pick(random, classifications)}`, `author:${who}`, `commenter:${who}`, `created:${days}`],
    ...[`created:${days}`, `closed:${days}`, `duplicate-of:${original}`, `duplicate-of:${original.slice(-8)}`],
  ])
}
