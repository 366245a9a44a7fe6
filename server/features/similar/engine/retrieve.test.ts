import { describe, expect, test } from 'vitest'
import { entryOf } from './entries.ts'
import { Postings } from './postings.ts'
import type { QueryTerm } from './query-terms.ts'
import { type Lengths, ReportTable } from './report-table.ts'
import { retrieve } from './retrieve.ts'
import { shippedWeights } from './shipped-weights.ts'
import type { Known } from './similar-index.ts'
import { Views } from './visibility.ts'

/** How often a report has a term, in its title and in its prose. */
type Count = readonly [title: number, prose: number]

interface Report {
  readonly id: string
  readonly createdOn: number
  readonly lengths: Lengths
  /** By term. */
  readonly counts: readonly (Count | undefined)[]
}

const weights = shippedWeights.lexical

/**
 * Reports of which every 20th has term 0, two of three term 1, and all term 2. Two each were created together.
 * @param strong of those with term 0, every how many has it in its title; the others have it once in a long description
 */
function someReports(strong: number): Report[] {
  return Array.from({ length: 9_000 }, (_, n) => {
    const isRare = n % 20 === 0
    const isStrong = n % (20 * strong) === 0
    const rare: Count = isStrong ? [1, 0] : [0, 1]
    const common: Count = n % 2 === 0 ? [1, 0] : [0, 1]
    return {
      id: `bug-${n}`,
      createdOn: Math.floor(n / 2),
      lengths: { title: 3 + ((n + 1) % 5), prose: isRare && !isStrong ? 250 : 10 + (n % 90), code: 0 },
      counts: [isRare ? rare : undefined, n % 3 > 0 ? common : undefined, [0, 1]],
    }
  })
}

function sumOf(reports: readonly Report[]): Lengths {
  const total = (field: keyof Lengths) => reports.reduce((sum, { lengths }) => sum + lengths[field], 0)
  return { title: total('title'), prose: total('prose'), code: total('code') }
}

function known(reports: readonly Report[]): Known {
  const postings = new Postings()
  const table = new ReportTable()
  for (const { id, createdOn, lengths, counts } of reports) {
    const texts = { product: null, component: null, title: '', description: '' }
    const report = { id, group: id, createdOn, ...texts, productNumber: 0, isPrivate: false }
    const slot = table.add(report, { title: [], all: new Uint32Array() }, lengths)
    for (const [term, count] of counts.entries()) {
      if (count) postings.add(term, entryOf(slot, (count[0] << 8) | (count[1] << 4)))
    }
  }
  return { terms: new Map(), postings, reports: table, views: new Views(table), lengths: sumOf(reports) }
}

/** What each report scores by the formula, one after the other, and nothing passed over; best first. */
function scoredOneByOne(reports: readonly Report[], queryWeights: readonly number[]) {
  const total = sumOf(reports)
  const share = (length: number, sum: number, weight: number, b: number) =>
    weight / (1 - b + (b * length) / (sum / reports.length))
  return reports
    .map(({ id, createdOn, lengths, counts }) => {
      const titleShare = share(lengths.title, total.title, weights.title, weights.titleB)
      const proseShare = share(lengths.prose, total.prose, weights.prose, weights.proseB)
      let score = 0
      for (const [term, weight] of queryWeights.entries()) {
        const [title, prose] = counts[term] ?? [0, 0]
        const often = title * titleShare + prose * proseShare
        score += (weight * often) / (weights.k1 + often)
      }
      return { id, createdOn, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1))
}

const queryTerm = (weight: number, term: number): QueryTerm => ({
  ...{ term, weight, hash: term, word: '', isConcept: false, idf: 1 },
  ...{ inTitle: true, inProse: false, inCode: false, isEarly: false },
})

describe.each([
  ['all reports', () => true],
  ['the reports that somebody sees', (slot: number) => slot % 7 !== 3],
])('of %s', (_which, sees) => {
  test.each([
    { strong: 1, queryWeights: [40, 3, 0.5] },
    { strong: 1, queryWeights: [40, 30, 20] },
    { strong: 1, queryWeights: [1, 1, 1] },
    { strong: 1, queryWeights: [0.1, 5, 0.1] },
    { strong: 1, queryWeights: [9, 0, 0] },
    // The rare word alone is worth less than the common one, though it weighs more.
    { strong: 10, queryWeights: [10, 4, 1] },
    { strong: 10, queryWeights: [10, 0.5, 4] },
  ])(
    'the best are the best, whatever common words are passed over: every $strong, $queryWeights',
    ({ strong, queryWeights }) => {
      const reports = someReports(strong)
      const all = known(reports)
      const seen = reports.filter((_, slot) => sees(slot))
      const visible = { count: seen.length, lengths: sumOf(seen), sees, reportsWith: () => 1 }
      const terms = queryWeights.map(queryTerm)
      const expected = scoredOneByOne(seen, queryWeights)
      expect(expected.length).toBeGreaterThan(300)
      for (const most of [1, 100, 300, 9_000]) {
        const found = retrieve(all, visible, weights, terms, most)
        expect(found.map(({ slot }) => all.reports.ids[slot])).toEqual(expected.slice(0, most).map(({ id }) => id))
        for (const [at, { score }] of found.entries()) expect(score).toBeCloseTo(expected[at]!.score, 10)
      }
    },
  )
})
