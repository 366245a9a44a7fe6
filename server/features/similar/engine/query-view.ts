import type { QueryTerm, QueryTerms } from './query-terms.ts'
import type { Known, SimilarQuery } from './similar-index.ts'

/** Weight of the title's words in a cosine. */
export const titleFactor = 3

/** What the features of all candidates need of the query. */
export interface QueryView {
  readonly byTerm: ReadonlyMap<number, QueryTerm>
  readonly title: readonly number[]
  readonly totalWeight: number
  /** Sums of idf by part. */
  readonly titleIdf: number
  readonly proseIdf: number
  readonly codeIdf: number
  /** Lengths of the vectors of everything, and of the title. */
  readonly norm: number
  readonly titleNorm: number
  readonly product: number
  readonly component: number
  readonly now: number
}

export function queryView({ reports }: Known, query: SimilarQuery, asked: QueryTerms): QueryView {
  const { terms, title } = asked
  const sum = (of: (entry: QueryTerm) => number) => terms.reduce((total, entry) => total + of(entry), 0)
  return {
    byTerm: new Map(terms.filter(({ term }) => term >= 0).map((entry) => [entry.term, entry])),
    title,
    totalWeight: sum(({ weight }) => weight),
    titleIdf: sum(({ inTitle, idf }) => (inTitle ? idf : 0)),
    proseIdf: sum(({ inProse, idf }) => (inProse ? idf : 0)),
    codeIdf: sum(({ inCode, idf }) => (inCode ? idf : 0)),
    norm: Math.sqrt(sum(({ inTitle, idf }) => (idf * (inTitle ? titleFactor : 1)) ** 2)),
    titleNorm: Math.sqrt(sum(({ inTitle, idf }) => (inTitle ? idf * idf : 0))),
    product: reports.nameOf(query.product),
    component: reports.nameOf(query.component),
    now: query.now,
  }
}
