import type { Known } from './known.ts'
import { eachReportWord } from './report-words.ts'
import type { SimilarQuery } from './similar-index.ts'
import type { Visible } from './visibility.ts'
import type { LexicalWeights } from './weights.ts'

/** A query with more words counts as one with a description. */
const longDescription = 15

/** A term that the query has. */
export interface QueryTerm {
  /** Its number; -1 when no report has it. */
  readonly term: number
  readonly hash: number
  /** The word that it comes from, as the query writes it. */
  readonly word: string
  /** How often each part of the query has it. */
  title: number
  prose: number
  code: number
  idf: number
  weight: number
}

export interface QueryTerms {
  /** Weightiest first. */
  readonly terms: readonly QueryTerm[]
  /** Terms of the title in order. */
  readonly title: readonly number[]
  readonly withDescription: boolean
}

export function queryTerms(known: Known, visible: Visible, weights: LexicalWeights, query: SimilarQuery): QueryTerms {
  const byHash = new Map<number, QueryTerm>()
  const title: number[] = []
  let described = 0
  eachReportWord(query.title, query.description ?? '', (field, word, hashes) => {
    if (field !== 'title') described++
    for (const hash of hashes) {
      let entry = byHash.get(hash)
      if (!entry) {
        entry = { term: known.terms.find(hash), hash, word, title: 0, prose: 0, code: 0, idf: 0, weight: 0 }
        byHash.set(hash, entry)
      }
      entry[field]++
      if (field === 'title') title.push(entry.term)
    }
  })
  const terms = [...byHash.values()]
  for (const entry of terms) {
    entry.idf = inverseFrequency(visible.count, visible.reportsWith(entry.term))
    const often =
      (entry.title > 0 ? weights.queryTitle : 0) +
      (entry.prose > 0 ? weights.queryProse : 0) +
      (entry.code > 0 ? weights.queryCode : 0)
    entry.weight = often * entry.idf ** weights.idfPower
  }
  terms.sort((a, b) => b.weight - a.weight || a.hash - b.hash)
  return { terms, title, withDescription: described >= longDescription }
}

/** How much it says that a report has a term which `having` of `count` reports have. */
export function inverseFrequency(count: number, having: number): number {
  return Math.log(1 + (count - having + 0.5) / (having + 0.5))
}
