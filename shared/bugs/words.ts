import { bugFields, type ChoiceValue, type SortField, sortFields } from './fields.ts'

export { maxBodyLength, maxTitleLength } from './fields.ts'

/** Words of the bug life cycle that both sides use. */

export const bugStatuses = bugFields.status.values
export type BugStatus = ChoiceValue<'status'>

export const classifications = bugFields.classification.values
export type Classification = ChoiceValue<'classification'>

/**
 * Sort options of the bug list; createdOn runs newest first, relevance best first, fields as they are declared, unless
 * inverted. Without words to be relevant for, relevance is createdOn.
 */
export type BugSort = SortField | 'createdOn' | 'relevance'
export const bugSorts: readonly BugSort[] = [...sortFields, 'createdOn', 'relevance']

/** Sorts that run from the greatest down unless they are inverted. */
export function isDescending(sort: BugSort): boolean {
  return sort === 'createdOn' || sort === 'relevance' || bugFields[sort].sort.direction === 'descending'
}

/** The closed filter's three values on the wire; each has a spelling that scripts may prefer. */
export const closedFilters = ['true', 'closed', 'false', 'open', 'both'] as const

/** Where the words of a search can stand. */
export const matchFields = ['title', 'description', 'stepsToReproduce', 'comment', 'chat'] as const
export type MatchField = (typeof matchFields)[number]
/** Snippets that one bug of a list has at most. */
export const maxMatches = 3

/** Seconds between two reports of one person. */
export const reportCooldownSeconds = 3

/** The last 8 characters of an id: what people read out and search for. */
export function shortId(id: string): string {
  return id.slice(-8)
}

/** Closed and Resolved are the closed states; the database holds the same rule. */
export function isClosedStatus(status: BugStatus): boolean {
  return status === 'Closed' || status === 'Resolved'
}
