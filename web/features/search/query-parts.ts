import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode, Span } from '#shared/search/search-query.ts'

/** A typed search, split into its parts. */
export interface QueryParts {
  /** The plain words and phrases as typed; everything, if the text can't be parsed. */
  readonly words: string
  /** Further conditions in the order of the text. */
  readonly conditions: readonly SearchNode[]
  /** Positions of its sort terms. */
  readonly sorts: readonly Span[]
}

/** Returns the conditions that are joined by AND; a group is one condition. */
export function queryParts(text: string): QueryParts {
  const parsed = parseSearch(text)
  if (!parsed.ok) return { words: text.trim(), conditions: [], sorts: [] }
  const { root, sorts } = parsed
  const parts = root?.kind === 'and' ? root.parts : root ? [root] : []
  const conditions = parts.filter((part) => !isPlain(part))
  return { words: withoutSpans(text, [...conditions, ...sorts]), conditions, sorts }
}

/** Returns the text without these spans, and without the spaces around them. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = ''
  let end = 0
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    rest += `${text.slice(end, Math.max(end, from))} `
    end = Math.max(end, to)
  }
  return spans.length === 0 ? text.trim() : tidy(rest + text.slice(end))
}

/** Returns the text with a span replaced. */
export function withSpan(text: string, { from, to }: Span, by: string): string {
  return text.slice(0, from) + by + text.slice(to)
}

/** Returns whether a part is a word, a phrase, or nothing at all. */
function isPlain(part: SearchNode): boolean {
  return part.kind === 'word' || part.kind === 'phrase' || (part.kind === 'or' && part.parts.length === 0)
}

function tidy(text: string): string {
  return text.replaceAll(/ {2,}/g, ' ').trim()
}
