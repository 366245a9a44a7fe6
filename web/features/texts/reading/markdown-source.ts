import { withoutCode } from '#shared/texts/without-code.ts'
import { fenceProgramLines } from './log-lines.ts'
import { keepMargins } from './margins.ts'
import { stepsAsList } from './numbered-steps.ts'
import { fromWikiMarkup } from './wiki-markup.ts'

/** Two or more lines that begin with one '#' are a numbered list of an older tracker, not headings. */
const countedLines = /(?:^# [^\n]*(?:\n|$)){2,}/gm

/**
 * Converts people's texts to Markdown. Many were never meant as Markdown: they came from older trackers, or from a
 * console, and must stay as readable as they were there.
 */
export function markdownSource(text: string, asSteps: boolean): string {
  const lines = text.replace(/\r\n?/g, '\n')
  const fenced = fenceProgramLines(fromWikiMarkup(lines))
  const words = withoutCode(fenced)
  const listed = fenced.replace(countedLines, (run, place: number) =>
    words.startsWith(run, place) ? run.replace(/^# /gm, '1. ') : run,
  )
  return keepMargins(asSteps ? stepsAsList(listed) : listed)
}
