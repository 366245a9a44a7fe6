import { expect, test } from 'vitest'
import { entryOf } from './entries.ts'
import { Postings } from './postings.ts'
import type { QueryTerm } from './query-terms.ts'
import { ReportTable } from './report-table.ts'
import { retrieve } from './retrieve.ts'
import { shippedWeights } from './shipped-weights.ts'
import type { Known } from './similar-index.ts'

const [oneInTitle, oneInProse] = [1 << 8, 1 << 4]

/** Reports of which every 20th has term 0, two of three term 1, and all term 2. */
function known(count: number): Known {
  const postings = new Postings()
  const reports = new ReportTable()
  const lengths = { title: 0, prose: 0, code: 0 }
  for (let n = 0; n < count; n++) {
    const own = { title: 3 + ((n + 1) % 5), prose: 10 + (n % 90), code: 0 }
    lengths.title += own.title
    lengths.prose += own.prose
    const id = `bug-${n}`
    const report = { id, group: id, createdOn: n, product: null, component: null, title: '', description: '' }
    const slot = reports.add(report, { title: [], all: new Uint32Array() }, own)
    if (n % 20 === 0) postings.add(0, entryOf(slot, oneInTitle))
    if (n % 3 > 0) postings.add(1, entryOf(slot, n % 2 === 0 ? oneInTitle : oneInProse))
    postings.add(2, entryOf(slot, oneInProse))
  }
  return { terms: new Map(), postings, reports, lengths }
}

const queryTerm = (term: number, weight: number): QueryTerm => ({
  ...{ term, weight, hash: term, word: '', isConcept: false, idf: 1 },
  ...{ inTitle: true, inProse: false, inCode: false, isEarly: false },
})

test.each([
  [40, 3, 0.5],
  [40, 30, 20],
  [1, 1, 1],
  [0.1, 5, 0.1],
  [9, 0, 0],
])('the best are the best of all, whatever common words are passed over: %s, %s, %s', (rare, common, everywhere) => {
  const all = known(9_000)
  const visible = { count: all.reports.size, lengths: all.lengths, sees: () => true, reportsWith: () => 1 }
  const terms = [queryTerm(0, rare), queryTerm(1, common), queryTerm(2, everywhere)]
  const find = (most: number) => retrieve(all, visible, shippedWeights.lexical, terms, most)
  const everything = find(9_000)
  expect(new Set(everything.map(({ slot }) => slot)).size).toBe(everything.length)
  expect(find(100)).toEqual(everything.slice(0, 100))
})
