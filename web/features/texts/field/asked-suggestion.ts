import { withoutCode } from '#shared/texts/without-code.ts'

/** What somebody types of whom or what they mean, between its mark and the caret. */
export interface AskedSuggestion {
  readonly kind: 'person' | 'bug'
  readonly words: string
  /** Where its mark stands in the text. */
  readonly start: number
  /** Where the caret stands. */
  readonly end: number
}

// A name may have several words; what follows '#' is one, because '#1 is that …' goes on as a sentence.
const person = /(?<![\p{L}\p{M}\p{N}_.+@/-])@([\p{L}\p{M}\p{N}][^\s@]*(?: [^\s@]+){0,2} ?)$/u
const bug = /(?<![\p{L}\p{M}\p{N}_#&/])#([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)$/u
const longest = 60

/** Whom or what the text at the caret asks for; undefined where it is ordinary text, or code. */
export function askedAt(text: string, caret: number): AskedSuggestion | undefined {
  const before = text.slice(Math.max(0, caret - longest), caret)
  // Of a bug after a name, the bug is meant.
  const number = bug.exec(before)
  const match = number ?? person.exec(before)
  const words = match?.[1]?.trimEnd()
  if (!match || !words) return undefined
  const start = caret - match[0].length
  if (withoutCode(text.slice(0, caret))[start] === ' ') return undefined
  // An open span of code has no end yet.
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start)
  if ((line.match(/`/g)?.length ?? 0) % 2 === 1) return undefined
  return { kind: number ? 'bug' : 'person', words, start, end: caret }
}
