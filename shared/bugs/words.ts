/** Words of the bug life cycle that both sides use. */

export const bugStatuses = ['Open', 'In Progress', 'Closed', 'Resolved'] as const
export type BugStatus = (typeof bugStatuses)[number]

export const classifications = ['unclassified', 'approved', 'unapproved', 'duplicate'] as const
export type Classification = (typeof classifications)[number]

/**
 * Sort options of the bug list; createdOn runs newest first, texts run A to Z, relevance best first, unless inverted.
 * Without words to be relevant for, relevance is createdOn.
 */
export const bugSorts = ['title', 'description', 'stepsToReproduce', 'createdOn', 'relevance'] as const
export type BugSort = (typeof bugSorts)[number]

/** The closed filter's three values on the wire; each has a spelling that scripts may prefer. */
export const closedFilters = ['true', 'closed', 'false', 'open', 'both'] as const

/** Where the words of a search can stand. */
export const matchFields = ['title', 'description', 'stepsToReproduce', 'comment', 'chat'] as const
export type MatchField = (typeof matchFields)[number]
/** Snippets that one bug of a list has at most. */
export const maxMatches = 3

export const maxTitleLength = 255
export const maxBodyLength = 100_000
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
