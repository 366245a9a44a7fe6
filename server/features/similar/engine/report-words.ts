import { splitDescription } from './split-description.ts'
import { withoutReferences } from './without-references.ts'
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
