/** Anything that Markdown, a mention or a reference may begin with, and lines that are set off from the margin. */
const marks = /[*_`~#>|[\]<&\\@{}]|^[ \t]*(?:[-+=]|\d{1,9}[.)])|^[ \t]+\S|https?:|www\.|[ \t]$/im

/** What a program wrote may hold none of these and begins its lines with a moment or a level. */
const programLine = /^(?:\d|[A-Z]+[:/ ]|\w{3} +\d)/m

/** A number at the beginning of a line, in any of the ways in which steps are numbered. */
const numbers = /^\s*(?:step\s+)?\d/im

/** Nobody nests so deeply or makes so wide a table by hand, and to show it would take seconds. */
const tooMuch =
  /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*){30}|^[ \t]{80,}(?:[-*+>]|\d{1,9}[.)])[ \t]|^(?:[^|\n]*\|){200}/m

/** What may begin or end emphasis; thousands of them nest deeper than a page can. */
const emphasis = /[*~]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)/g
const mostEmphasis = 3_000

/** False for text that reads the same with and without Markdown, which saves the work of reading it. */
export function needsMarkdown(text: string, asSteps: boolean): boolean {
  if (tooMuch.test(text) || (text.match(emphasis)?.length ?? 0) > mostEmphasis) return false
  return marks.test(text) || programLine.test(text) || (asSteps && numbers.test(text))
}
