/**
 * What a text may hold of each to be read as Markdown. The costs of reading and showing grow with these, some of them
 * by their square; within the limits the largest text takes about a second. Texts of people and programs stay far below.
 */
const mostLines = 5_000
const mostMarks = 8_000
const mostEmphasis = 3_000
const deepestNesting = 12
/** Quotes and lists that lines begin with, all lines together. */
const mostNesting = 4_000
const mostColumns = 200
const longestAddress = 2_000

/** Each may become an element of the page. */
const mark = /[*`~[\]<|@#]|:\/\/|www\./gi

/** What may begin or end emphasis. */
const emphasis = /[*~]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)/g

/** A quote or a list item that a line begins with; several may stand in each other. */
const container = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y
const rule = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/

/** Each mark of punctuation at the end of an address may belong to the sentence. */
const endlessTail = /(?:https?:|www\.)\S*[.,;:!?*_~|}\])]{50}/i
const endless = new RegExp(`https?:\\S{${longestAddress}}|www\\.\\S{${longestAddress}}`, 'i')

/** True for text that would take seconds to read as Markdown, and hold up the page for as long. */
export function isTooComplex(text: string): boolean {
  return (
    isMoreThan(mostMarks, text, mark) ||
    isMoreThan(mostEmphasis, text, emphasis) ||
    hasEndlessAddress(text) ||
    hasTooManyLines(text)
  )
}

/** True for text with an address that takes long to find the end of, and that leads nowhere. */
export function hasEndlessAddress(text: string): boolean {
  return endless.test(text) || endlessTail.test(text)
}

function isMoreThan(most: number, text: string, pattern: RegExp): boolean {
  let count = 0
  for (const _ of text.matchAll(pattern)) if (++count > most) return true
  return false
}

function hasTooManyLines(text: string): boolean {
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
