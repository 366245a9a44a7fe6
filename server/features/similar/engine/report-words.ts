import { splitDescription } from './split-description.ts'
import { hashOf } from './term-table.ts'
import { eachWord } from './words.ts'

/** Words of a description that count; what comes later is mostly log. */
const longestText = 300

/** The parts of a report, which weigh differently. */
export type Field = 'title' | 'prose' | 'code'

/** A word of a report with the hashes of its terms. */
export type WordVisitor = (field: Field, word: string, terms: readonly number[]) => void

/** Calls `visit` for the words of a report, those of the title first. */
export function eachReportWord(title: string, description: string, visit: WordVisitor): void {
  eachWord(title, (word, terms) => visit('title', word, terms.map(hashOf)))
  const parts = splitDescription(description)
  for (const field of ['prose', 'code'] as const) {
    let left = longestText
    eachWord(parts[field], (word, terms) => {
      visit(field, word, terms.map(hashOf))
      return --left > 0
    })
  }
}
