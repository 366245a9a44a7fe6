import { candidates } from './candidates.ts'
import { queryTerms, type QueryTerms } from './query-terms.ts'
import { type ReportTerms, termOf } from './report-table.ts'
import type { Known, SimilarQuery, SuggestOptions, Suggestion } from './similar-index.ts'
import { visibleTo } from './visibility.ts'
import { scoreOf, type Weights } from './weights.ts'

/** Most words of a match that are returned. */
const mostMatched = 8

/** The candidates for a query, and which of the two weight sets applies. */
export interface Examined {
  readonly withDescription: boolean
  readonly candidates: readonly { readonly id: string; readonly group: string; readonly features: Float64Array }[]
}

export function examine(
  known: Known,
  weights: Weights,
  query: SimilarQuery,
  options: Omit<SuggestOptions, 'limit'>,
): Examined {
  const visible = visibleTo(known, options)
  const asked = queryTerms(known, visible, weights.lexical, query)
  const found = candidates(known, visible, weights.lexical, query, asked)
  return {
    withDescription: asked.withDescription,
    candidates: found.map(({ slot, features }) => ({
      id: known.reports.ids[slot] as string,
      group: known.reports.groups[slot] as string,
      features,
    })),
  }
}

/** Finds the candidates, computes their scores, and keeps the best report of each group. */
export function rank(known: Known, weights: Weights, query: SimilarQuery, options: SuggestOptions): Suggestion[] {
  const visible = visibleTo(known, options)
  const asked = queryTerms(known, visible, weights.lexical, query)
  const model = asked.withDescription ? weights.full : weights.title
  const { reports } = known
  const scored = candidates(known, visible, weights.lexical, query, asked).map(({ slot, features }) => ({
    id: reports.ids[slot] as string,
    group: reports.groups[slot] as string,
    slot,
    score: scoreOf(features, model),
    createdOn: reports.createdOn[slot] as number,
  }))
  scored.sort((a, b) => b.score - a.score || a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1))
  const groups = new Set<string>()
  const suggestions: Suggestion[] = []
  for (const { id, group, slot, score } of scored) {
    if (suggestions.length >= options.limit) break
    if (groups.has(group)) continue
    groups.add(group)
    suggestions.push({ id, group, score, matched: matchedWords(reports.termsOf(slot), asked) })
  }
  return suggestions
}

function matchedWords({ all }: ReportTerms, asked: QueryTerms): string[] {
  const has = new Set(Array.from(all, termOf))
  const words = asked.terms.filter(({ term, isConcept }) => !isConcept && has.has(term)).map(({ word }) => word)
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()].slice(0, mostMatched)
}
