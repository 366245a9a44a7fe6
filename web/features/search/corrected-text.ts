import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { wordsOf } from '#shared/search/words.ts'

/** Words without results, and their corrections. */
export type Corrections = ReadonlyArray<{ readonly from: string; readonly to: string }>

/** Returns the search with its corrected words; everything else stays as typed. */
export function correctedText(text: string, corrected: Corrections): string {
  const parsed = parseSearch(text)
  if (!parsed.ok || !parsed.root) return text
  const instead = new Map(corrected.map(({ from, to }) => [wordsOf(from)[0], to]))
  const correct = (piece: string) =>
    piece.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => instead.get(wordsOf(word)[0]) ?? word)
  return placesOf(parsed.root)
    .toSorted((one, other) => other.from - one.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + correct(rest.slice(from, to)) + rest.slice(to), text)
}

/** Returns the words and phrases of a search. */
function placesOf(node: SearchNode): readonly SearchNode[] {
  if (node.kind === 'not') return placesOf(node.of)
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(placesOf)
  return node.kind === 'term' ? [] : [node]
}
