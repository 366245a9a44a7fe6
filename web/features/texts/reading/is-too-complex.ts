import { hasMixedParagraph } from './hard-to-lay-out.ts'

/** Limits of a text. The costs of parsing and showing grow with these numbers, some of them quadratically. */
interface Limits {
  readonly length: number
  readonly lines: number
  readonly marks: number
  readonly emphasis: number
  /** Quotes and list items at the beginnings of lines, summed over all lines. */
  readonly nesting: number
  readonly columns: number
}

/** Beyond these a text is not parsed as Markdown. Texts of people and programs stay far below. */
const readable: Limits = {
  length: Infinity,
  lines: 5_000,
  marks: 8_000,
  emphasis: 3_000,
  nesting: 4_000,
  columns: 200,
}

/** Within these a page parses a text itself: the hardest one takes some twenty milliseconds of a usual processor. */
const quick: Limits = { length: 6_000, lines: 250, marks: 250, emphasis: 120, nesting: 120, columns: 40 }

const deepestNesting = 12
const longestAddress = 2_000

/** Each may become an element of the page. */
const mark = /[*`~[\]<|@#]|:\/\/|www\./gi

/** What may begin or end emphasis; underscores between letters do neither. */
const emphasis = /[*~]{1,3}|(?<![^\W_])_{1,3}|_{1,3}(?![^\W_])/g

/** A quote or a list item at the beginning of a line; several may be nested. */
const container = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y
const rule = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/

/** Each punctuation mark at the end of an address may belong to the sentence. */
const endlessTail = /(?:https?:|www\.)\S*[.,;:!?*_~|}\])]{50}/i
const endless = new RegExp(`https?:\\S{${longestAddress}}|www\\.\\S{${longestAddress}}`, 'i')

/** Returns whether a text would take seconds to parse or to show as Markdown. */
export function isTooComplex(text: string): boolean {
  return exceeds(readable, text)
}

/** Returns whether a text is parsed as Markdown within an unnoticeable time. */
export function isQuickToRead(text: string): boolean {
  return !exceeds(quick, text)
}

function exceeds(limits: Limits, text: string): boolean {
  return (
    text.length > limits.length ||
    isMoreThan(limits.marks, text, mark) ||
    isMoreThan(limits.emphasis, text, emphasis) ||
    hasEndlessAddress(text) ||
    hasTooManyLines(limits, text) ||
    hasMixedParagraph(text)
  )
}

/** Returns whether a text has an address whose end takes long to find. */
function hasEndlessAddress(text: string): boolean {
  return endless.test(text) || endlessTail.test(text)
}

function isMoreThan(most: number, text: string, pattern: RegExp): boolean {
  let count = 0
  for (const _ of text.matchAll(pattern)) if (++count > most) return true
  return false
}

function hasTooManyLines(
  { lines: mostLines, nesting: mostNesting, columns: mostColumns }: Limits,
  text: string,
): boolean {
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > mostLines) return true
  let nesting = 0
  for (const line of lines) {
    const depth = rule.test(line) ? 0 : depthOf(line)
    nesting += depth
    if (depth > deepestNesting || nesting > mostNesting || line.split('|', mostColumns + 1).length > mostColumns)
      return true
  }
  return false
}

/** Returns how many quotes and lists contain a line; some show only as its margin. */
function depthOf(line: string): number {
  let containers = 0
  let end = 0
  container.lastIndex = 0
  while (container.test(line)) {
    containers++
    end = container.lastIndex
  }
  if (containers === 0) return 0
  const margin = /^[ \t]*/.exec(line)?.[0].length ?? end
  return containers + Math.floor(margin / 4)
}
