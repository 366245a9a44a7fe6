import type { TrackerVersion } from './tracker-issue.ts'
import type { Values } from './values.ts'

/** Returns what GitHub and GitLab say of a milestone: one that is closed is done. @param dates the names of its date */
export function milestoneFacts(milestone: Values, dates: readonly string[]): readonly TrackerVersion[] {
  const name = milestone.at('title').text
  if (name === '') return []
  const due = dates.map((date) => milestone.at(date).text).find((text) => text !== '') ?? ''
  return [{ name, due, isReleased: milestone.at('state').text.toLowerCase() === 'closed' }]
}
