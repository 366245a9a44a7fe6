import { isDeepStrictEqual } from 'node:util'
import type { Answer, AnsweredBug } from './world.ts'

/** How an answer can differ; one can differ in several ways. */
const classes = {
  status: 'another status or refusal',
  corrected: 'other corrections',
  total: 'another total',
  bugs: 'other bugs on the page',
  order: 'the same bugs in another order',
  matches: 'other matches of a bug',
  facts: 'other facts of a bug',
  again: 'the same query has another answer the second time',
} as const
type Class = keyof typeof classes

export interface Difference {
  readonly means: string
  readonly count: number
  /** The first few. */
  readonly examples: readonly Example[]
}

export interface Example {
  readonly query: string
  readonly before: string
  readonly after: string
}

const keptExamples = 3
const longestExample = 300

/**
 * Classifies the differences between the answers of two versions to the same queries.
 * @throws Error when these are not answers to the same queries
 */
export function compareAnswers(before: readonly Answer[], after: readonly Answer[]): Difference[] {
  const found = new Map<Class, { count: number; examples: Example[] }>()
  for (const name of Object.keys(classes) as Class[]) found.set(name, { count: 0, examples: [] })
  if (before.length !== after.length)
    throw new Error(`${before.length} answers can't be compared with ${after.length}.`)
  for (const [at, old] of before.entries()) {
    const one = after[at]
    if (!one || !isDeepStrictEqual([old.role, old.query], [one.role, one.query]))
      throw new Error(`The answers number ${at} are not to the same query.`)
    for (const [name, [was, is]] of differencesOf(old, one)) {
      const entry = found.get(name)
      if (!entry) continue
      const query = `${old.n} ${old.role} ${JSON.stringify(old.query)}`
      if (entry.count++ < keptExamples) entry.examples.push({ query, ...shownFromFirst(was, is) })
    }
  }
  return [...found].map(([name, { count, examples }]) => ({ means: classes[name], count, examples }))
}

/** Returns how many answers differ in each way, and the first of each, as text. */
export function differencesReport(differences: readonly Difference[]): string {
  return differences
    .flatMap(({ means, count, examples }) => [
      `${String(count).padStart(6)}  ${means}`,
      ...examples.flatMap(({ query, before, after }) => [
        `        ${query}`,
        `          before: ${before}`,
        `          after:  ${after}`,
      ]),
    ])
    .join('\n')
}

type Pair = readonly [was: unknown, is: unknown]

function differencesOf(old: Answer, one: Answer): Map<Class, Pair> {
  const differences = new Map<Class, Pair>()
  const compare = (name: Class, was: unknown, is: unknown) => {
    if (!isDeepStrictEqual(was, is)) differences.set(name, [was, is])
  }
  compare('status', [old.status, old.error], [one.status, one.error])
  compare('corrected', old.corrected, one.corrected)
  compare('total', old.pagination, one.pagination)
  compare('bugs', idsOf(old.bugs).toSorted(), idsOf(one.bugs).toSorted())
  if (!differences.has('bugs')) compare('order', idsOf(old.bugs), idsOf(one.bugs))
  compare('again', undefined, one.again)
  for (const was of old.bugs) {
    const is = one.bugs.find(({ id }) => id === was.id)
    if (!is) continue
    if (!differences.has('matches')) compare('matches', was.matches, is.matches)
    // A later version may return more fields of a bug.
    const shared = Object.fromEntries(Object.keys(was.facts).map((name) => [name, is.facts[name]]))
    if (!differences.has('facts')) compare('facts', was.facts, shared)
  }
  return differences
}

const idsOf = (bugs: readonly AnsweredBug[]) => bugs.map(({ id }) => id)

/** Returns lists from their first difference on. */
function shownFromFirst(was: unknown, is: unknown): Pick<Example, 'before' | 'after'> {
  if (!Array.isArray(was) || !Array.isArray(is)) return { before: shown(was), after: shown(is) }
  const first = was.findIndex((one, at) => !isDeepStrictEqual(one, is[at]))
  const from = first < 0 ? was.length : first
  const place = from > 0 ? `from ${from + 1} on ` : ''
  return { before: place + shown(was.slice(from)), after: place + shown(is.slice(from)) }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > longestExample ? `${text.slice(0, longestExample)}…` : text
}
