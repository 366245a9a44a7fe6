import { splitDescription } from './split-description.ts'
import { eachWord, type Word } from './words.ts'

/** Words of prose, and of code, that count; what comes later is mostly log. */
export const longestText = 300

/** The parts of a report, which weigh differently. */
export type Field = 'title' | 'prose' | 'code'

/**
 * Calls `visit` for the words of a report, those of the title first. References to attached files are left out.
 * @param visit gets the place of the word in its field too, from 0
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

/** What a text refers to an attached file with: mostly in Markdown, as `![name](attachment:id)`. */
const reference = /!?\[[^[\]\n]*\]\(attachment:[0-9a-f]{24}\)|attachment:[0-9a-f]{24}(?![0-9a-f])/g

/** A text without its references to attached files: their ids and names are no words that a second report has. */
export function withoutReferences(text: string): string {
  return text.includes('attachment:') ? text.replaceAll(reference, ' ') : text
}
