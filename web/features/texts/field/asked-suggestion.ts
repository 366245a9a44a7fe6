import { withoutCode } from '#shared/texts/without-code.ts'

/** The words of a mention or reference between its mark and the caret. */
export interface AskedSuggestion {
  readonly kind: 'person' | 'bug'
  readonly words: string
  /** Index of its mark in the text. */
  readonly start: number
  /** Index of the caret. */
  readonly end: number
}

// A name may have several words; what follows '#' is one, because '#1 is that …' continues as a sentence.
const person = /(?<![\p{L}\p{M}\p{N}_.+@/-])@([\p{L}\p{M}\p{N}][^\s@]*(?: [^\s@]+){0,2} ?)$/u
const bug = /(?<![\p{L}\p{M}\p{N}_#&/])#([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)$/u
const longest = 60

/** Returns the mention or reference at the caret; undefined in ordinary text and in code. */
export function askedAt(text: string, caret: number): AskedSuggestion | undefined {
  const before = text.slice(Math.max(0, caret - longest), caret)
  // After a name and a '#', the bug is meant.
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
