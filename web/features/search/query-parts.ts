import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode, Span } from '#shared/search/search-query.ts'

/** A text that was typed into a search, taken apart. */
export interface QueryParts {
  /** The plain words and phrases, as they were typed. Everything, where the text can't be read. */
  readonly words: string
  /** What else narrows the search, one part a condition, in the order of the text. */
  readonly conditions: readonly SearchNode[]
  /** Where it says how to sort. */
  readonly sorts: readonly Span[]
}

/** The conditions that all hold together; what stands inside a group is a part of that group. */
export function queryParts(text: string): QueryParts {
  const parsed = parseSearch(text)
  if (!parsed.ok) return { words: text.trim(), conditions: [], sorts: [] }
  const { root, sorts } = parsed
  const parts = root?.kind === 'and' ? root.parts : root ? [root] : []
  const conditions = parts.filter((part) => !isPlain(part))
  return { words: withoutSpans(text, [...conditions, ...sorts]), conditions, sorts }
}

/** The text without these stretches, and without the spaces that they leave. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = ''
  let end = 0
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    rest += `${text.slice(end, Math.max(end, from))} `
    end = Math.max(end, to)
  }
  return spans.length === 0 ? text.trim() : tidy(rest + text.slice(end))
}

/** The text with something else in place of a stretch of it. */
export function withSpan(text: string, { from, to }: Span, by: string): string {
  return text.slice(0, from) + by + text.slice(to)
}

/** Words, phrases, and what holds no word at all. */
function isPlain(part: SearchNode): boolean {
  return part.kind === 'word' || part.kind === 'phrase' || (part.kind === 'or' && part.parts.length === 0)
}

function tidy(text: string): string {
  return text.replaceAll(/ {2,}/g, ' ').trim()
}
