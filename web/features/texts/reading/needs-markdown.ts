import { isTooComplex } from './is-too-complex.ts'

/** Anything that Markdown, a mention or a reference may begin with, and lines that are set off from the margin. */
const marks = /[*_`~#>|[\]<&\\@{}]|^[ \t]*(?:[-+=]|\d{1,9}[.)])|^[ \t]+\S|https?:|www\.|[ \t]$/im

/** What a program wrote may hold none of these and begins its lines with a moment or a level. */
const programLine = /^(?:\d|[A-Z]+[:/ ]|\w{3} +\d)/m

/** A number at the beginning of a line, in any of the ways in which steps are numbered. */
const numbers = /^[ \t]*(?:step[ \t]+)?\d/im

/** False for text that reads the same with and without Markdown, which saves the work of reading it. */
export function hasMarkup(text: string, asSteps: boolean): boolean {
  return marks.test(text) || programLine.test(text) || (asSteps && numbers.test(text))
}

/** True for text that is Markdown and not too much to read. */
export function needsMarkdown(text: string, asSteps: boolean): boolean {
  return hasMarkup(text, asSteps) && !isTooComplex(text)
}
