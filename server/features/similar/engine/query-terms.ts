import { eachReportWord } from './report-words.ts'
import type { Known, SimilarQuery } from './similar-index.ts'
import type { Visible } from './visibility.ts'
import type { LexicalWeights } from './weights.ts'

/** A query with more words counts as one with a description. */
const longDescription = 15
/** Number of words that count as the beginning of a description. */
const earlyWords = 100

/** A term of the query. */
export interface QueryTerm {
  /** The number of the term; -1 when no report has it. */
  readonly term: number
  readonly hash: number
  /** The word that it comes from, or the part of one, as the query writes it. */
  readonly word: string
  /** Whether it stands for words of the same meaning. */
  readonly isConcept: boolean
  inTitle: boolean
  inProse: boolean
  inCode: boolean
  /** Whether it is among the first words of the description's prose, where people say what it is about. */
  isEarly: boolean
  idf: number
  weight: number
}

export interface QueryTerms {
  /** Highest weight first, equal ones in the order of the query. */
  readonly terms: readonly QueryTerm[]
  /** Terms of the title in order. */
  readonly title: readonly number[]
  readonly withDescription: boolean
}

export function queryTerms(known: Known, visible: Visible, weights: LexicalWeights, query: SimilarQuery): QueryTerms {
  const byHash = new Map<number, QueryTerm>()
  const title: number[] = []
  let described = 0
  const findTerm = (hash: number) => {
    const term = known.terms.get(hash) ?? -1
    return visible.reportsWith(term) > 0 ? term : -1
  }
  eachReportWord(query.title, query.description ?? '', (field, { written, terms, spelled, hashes }, place) => {
    if (field !== 'title') described++
    for (const [at, hash] of hashes.entries()) {
      let entry = byHash.get(hash)
      if (!entry) {
        entry = {
          ...{ term: findTerm(hash), hash, word: spelled[at] ?? written, isConcept: at >= terms.length },
          ...{ inTitle: false, inProse: false, inCode: false, isEarly: false, idf: 0, weight: 0 },
        }
        byHash.set(hash, entry)
      }
      if (field === 'title') {
        entry.inTitle = true
        title.push(entry.term)
      } else if (field === 'prose') {
        entry.inProse = true
        if (place < earlyWords) entry.isEarly = true
      } else {
        entry.inCode = true
      }
    }
  })
  const terms = [...byHash.values()]
  for (const entry of terms) {
    entry.idf = inverseFrequency(visible.count, visible.reportsWith(entry.term))
    entry.weight = exact(importance(entry, weights) * entry.idf ** weights.idfPower)
  }
  terms.sort((a, b) => b.weight - a.weight)
  return { terms, title, withDescription: described >= longDescription }
}

function importance({ inTitle, inProse, inCode, isEarly }: QueryTerm, weights: LexicalWeights): number {
  return (
    (inTitle ? weights.queryTitle : 0) +
    (inProse ? weights.queryProse : 0) +
    (isEarly ? weights.queryEarly : 0) +
    (inCode ? weights.queryCode : 0)
  )
}

/** Returns the weight of a term that `having` of `count` reports have. */
export function inverseFrequency(count: number, having: number): number {
  return exact(Math.log(1 + (count - having + 0.5) / (having + 0.5)))
}

/** Rounds a number so that sums of such numbers, and of their squares, do not depend on the order of addition. */
function exact(number: number): number {
  return Math.round(number * 4096) / 4096
}
