import { hasMixedParagraph } from './hard-to-lay-out.ts'

/** What a text may hold of each. The costs of reading and showing grow with these, some of them by their square. */
interface Limits {
  readonly length: number
  readonly lines: number
  readonly marks: number
  readonly emphasis: number
  /** Quotes and lists that lines begin with, all lines together. */
  readonly nesting: number
  readonly columns: number
}

/** Beyond these nobody reads a text as Markdown. Texts of people and programs stay far below. */
const readable: Limits = {
  length: Infinity,
  lines: 5_000,
  marks: 8_000,
  emphasis: 3_000,
  nesting: 4_000,
  columns: 200,
}

/** Within these a page reads a text itself: the hardest one takes some twenty milliseconds of a usual processor. */
const quick: Limits = { length: 6_000, lines: 250, marks: 250, emphasis: 120, nesting: 120, columns: 40 }

const deepestNesting = 12
const longestAddress = 2_000

/** Each may become an element of the page. */
const mark = /[*`~[\]<|@#]|:\/\/|www\./gi

/** What may begin or end emphasis; low lines between letters do neither. */
const emphasis = /[*~]{1,3}|(?<![^\W_])_{1,3}|_{1,3}(?![^\W_])/g

/** A quote or a list item that a line begins with; several may stand in each other. */
const container = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y
const rule = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/

/** Each mark of punctuation at the end of an address may belong to the sentence. */
const endlessTail = /(?:https?:|www\.)\S*[.,;:!?*_~|}\])]{50}/i
const endless = new RegExp(`https?:\\S{${longestAddress}}|www\\.\\S{${longestAddress}}`, 'i')

/** True for text that would take seconds to read as Markdown, or to show. */
export function isTooComplex(text: string): boolean {
  return exceeds(readable, text)
}

/** True for text that is read as Markdown before anybody notices. */
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

/** True for text with an address that takes long to find the end of, and that leads nowhere. */
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

/** How many quotes and lists a line is in, of which some are seen by its margin alone. */
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
