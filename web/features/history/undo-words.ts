import type { Change, TimelineEntry } from '#shared/history/timeline-entry.ts'
import { fieldName } from '#shared/history/entry-words.ts'

/** What taking a change back will do. */
export function undoWords(entry: TimelineEntry): string {
  const rest = 'Later changes stay, and the timeline keeps both.'
  if (entry.kind === 'comment-deleted') return `The comment will be there again for everybody to read. ${rest}`
  if (entry.kind === 'comment-edited') return `The comment will read as it did before this edit. ${rest}`
  if (entry.kind === 'merged') {
    const words = 'Who came to the original with it, and did nothing there since, goes back, and so do the comments.'
    return `${words} ${entry.changes.map(wordsOf).join(' ')} ${rest}`
  }
  return `${entry.changes.map(wordsOf).join(' ')} ${rest}`
}

function wordsOf({ field, from, to, isApart }: Change): string {
  if (field === 'link') return from ? `“${from.text}” will be linked again.` : `The link to “${to?.text}” will go.`
  if (field === 'labels')
    return from ? `The label “${from.text}” will be there again.` : `The label “${to?.text}” will go.`
  const name = fieldName(field)
  const subject = name.replace(/^./, (first) => first.toUpperCase())
  if (field === 'title' && from) return `The title will be “${from.text}” again.`
  if (isApart || field === 'description') return `${subject} will read as before.`
  if (field === 'stepsToReproduce') return `${subject} will read as before.`
  if (field === 'assignee' && !from) return 'The bug will be assigned to nobody.'
  if (field === 'duplicateOf' && !from) return 'The link to the original will go.'
  return `${subject} will be ${from?.text ?? 'none'} again.`
}
