import { type FieldTerm, isFieldTerm } from '#shared/custom-fields/field-name.ts'
import { bugFields, type ChoiceValue, type SortField, sortFields } from './fields.ts'

export { maxBodyLength, maxTitleLength } from './fields.ts'

/** Words of the bug life cycle that both sides use. */

export const bugStatuses = bugFields.status.values
export type BugStatus = ChoiceValue<'status'>

export const classifications = bugFields.classification.values
export type Classification = ChoiceValue<'classification'>

/**
 * Sort options of the bug list; createdOn and updatedOn run newest first, affectedCount from the most, waitingSince from the
 * longest wait and then those that wait for nobody, relevance best first, fields as they are declared, unless inverted. Without words to be relevant for, relevance is createdOn.
 */
const ownSorts = ['createdOn', 'updatedOn', 'affectedCount', 'waitingSince', 'relevance'] as const
type OwnSort = (typeof ownSorts)[number]
export type BugSort = SortField | OwnSort
export const bugSorts: readonly BugSort[] = [...sortFields, ...ownSorts]

/** A sort of the list: one of these, or by the values of a custom field, which bugs without one follow. */
export type ListSort = BugSort | FieldTerm

const isOwnSort = (sort: BugSort): sort is OwnSort => ownSorts.some((own) => own === sort)

/** Sorts that run from the greatest down unless they are inverted. */
export function isDescending(sort: ListSort): boolean {
  if (isFieldTerm(sort)) return false
  if (sort === 'waitingSince') return false
  return isOwnSort(sort) || bugFields[sort].sort.direction === 'descending'
}

/** The people that the list filters by. */
export const peopleFilters = ['assignee', 'author'] as const
export type PeopleFilter = (typeof peopleFilters)[number]

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

/** What people read in place of a bug's title that they may not see. */
export const hiddenBugTitle = 'a bug you can’t see'
