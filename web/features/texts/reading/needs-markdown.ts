import { isTooComplex } from './is-too-complex.ts'

/** Matches what begins Markdown, a mention or a reference, and indented lines. */
const marks = /[*_`~#>|[\]<&\\@{}]|^[ \t]*(?:[-+=]|\d{1,9}[.)])|^[ \t]+\S|https?:|www\.|[ \t]$/im

/** Output of programs may have no such marks and begins its lines with a timestamp or a level. */
const programLine = /^(?:\d|[A-Z]+[:/ ]|\w{3} +\d)/m

/** Matches what may be the key of a bug. */
const keys = /\b[A-Z][A-Z0-9]{1,9}-[1-9]/

/** Matches a number at the beginning of a line, in any of the usual formats of steps. */
const numbers = /^[ \t]*(?:step[ \t]+)?\d/im

/** Returns false for text that looks the same with and without Markdown, which saves parsing it. */
export function hasMarkup(text: string, asSteps: boolean): boolean {
  return marks.test(text) || keys.test(text) || programLine.test(text) || (asSteps && numbers.test(text))
}

/** Returns whether a text is Markdown and not too complex. */
export function needsMarkdown(text: string, asSteps: boolean): boolean {
  return hasMarkup(text, asSteps) && !isTooComplex(text)
}
