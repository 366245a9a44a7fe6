import { splitDescription } from './split-description.ts'
import { eachWord, type Word } from './words.ts'

/** Number of words of prose, and of code, that count. Later ones are mostly logs. */
export const longestText = 300

/** The parts of a report, which have different weights. */
export type Field = 'title' | 'prose' | 'code'

/**
 * Calls `visit` for the words of a report, those of the title first. References to attached files are left out.
 * @param visit gets the position of the word in its field too, from 0
 */
export function eachReportWord(
  title: string,
  description: string,
  visit: (field: Field, word: Word, place: number) => void,
): void {
  const parts = { title, ...splitDescription(withoutReferences(description)) }
  for (const field of ['title', 'prose', 'code'] as const) {
    let place = 0
    eachWord(parts[field], (word) => {
      visit(field, word, place++)
      return place < longestText
    })
  }
}

/** Matches a reference to an attached file, mostly in Markdown, as `![name](attachment:id)`. */
const reference = /!?\[[^[\]\n]*\]\(attachment:[0-9a-f]{24}\)|attachment:[0-9a-f]{24}(?![0-9a-f])/g

/** Returns a text without its references to attached files: no second report has their ids and names. */
export function withoutReferences(text: string): string {
  return text.includes('attachment:') ? text.replaceAll(reference, ' ') : text
}
