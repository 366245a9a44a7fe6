import type { BugNotification } from '#shared/following/contract.ts'
import type { TimelineKind } from '#shared/history/timeline-entry.ts'
import { actorName } from '#web/features/history/public.ts'
import { paths } from '#web/lib/paths.ts'
import { numberOf } from '#web/ui/text/number-format.ts'

type Deed = Exclude<TimelineKind, 'status-changed'>

const deeds: Readonly<Record<Deed, string>> = {
  reported: 'reported it',
  edited: 'changed its texts',
  classified: 'classified it',
  'fields-changed': 'changed its details',
  moved: 'moved it to another product',
  'links-changed': 'changed its links',
  assigned: 'changed its assignee',
  'duplicate-linked': 'linked it to its original',
  merged: 'merged it into another bug',
  'duplicate-added': 'found a duplicate of it',
  'duplicate-removed': 'took a duplicate from it',
  'reader-added': 'let somebody see it',
  'reader-removed': 'let somebody see it no longer',
  joined: 'is affected too',
  left: 'is no longer affected',
  'comment-added': 'commented',
  'comment-edited': 'edited a comment',
  'comment-deleted': 'deleted a comment',
  'comment-restored': 'restored a comment',
}

const internalDeeds: Readonly<Partial<Record<Deed, string>>> = {
  'comment-added': 'commented internally',
  'comment-edited': 'edited an internal comment',
  'comment-deleted': 'deleted an internal comment',
  'comment-restored': 'restored an internal comment',
}

/** What one bulk change does to many. */
const deedsToMany: Readonly<Partial<Record<TimelineKind, string>>> = {
  classified: 'classified',
  'fields-changed': 'changed the details of',
  moved: 'moved',
  'links-changed': 'changed the links of',
  assigned: 'changed the assignee of',
}

/**
 * Returns what has happened, in words: "Ada Lovelace closed it", "3 changes, last: Ada Lovelace commented" or "Ada
 * Lovelace closed 12 bugs"; of a view "New in Untriaged: Ada Lovelace reported it".
 */
export function notificationWords({ bug, count, last, bulk, view, reason }: BugNotification): string {
  // A view that one may not open any more has no name.
  if (bulk && reason === 'entered') return newIn(view)
  if (bulk) return `${actorName(last)} ${toMany(bug, bulk.kinds)} ${numberOf(bulk.bugs)} bugs`
  const deed = last.kind === 'status-changed' ? statusDeed(bug) : deedOf(last.kind, last.isInternal)
  const words = `${view ? `${newIn(view)}: ` : ''}${actorName(last)} ${deed}`
  return count === 1 ? words : `${count} changes, last: ${words}`
}

/** Returns the words for what has come into a view. */
export const newIn = (view: { readonly name: string } | undefined): string => `New in ${view?.name ?? 'a view'}`

/** Returns what somebody did to a bug, without what the bug is like now: "Ada Lovelace changed its status". */
export function deedWords(deed: Pick<BugNotification['last'], 'kind' | 'isInternal' | 'by'>): string {
  const words = deed.kind === 'status-changed' ? 'changed its status' : deedOf(deed.kind, deed.isInternal)
  return `${actorName(deed)} ${words}`
}

const deedOf = (kind: Deed, isInternal: boolean | undefined) =>
  isInternal ? (internalDeeds[kind] ?? deeds[kind]) : deeds[kind]

function toMany(bug: BugNotification['bug'], kinds: readonly TimelineKind[]): string {
  const words = kinds.map((kind) => (kind === 'status-changed' ? statusToMany(bug) : (deedsToMany[kind] ?? 'changed')))
  return [...new Set(words)].join(' and ')
}

/** As for one, of which the others have the status too. */
function statusToMany({ isClosed, status }: BugNotification['bug']): string {
  if (isClosed) return status === 'Resolved' ? 'resolved' : 'closed'
  return status === 'Open' ? 'opened' : 'changed the status of'
}

/** Returns the words for a changed status, of which only the current value is known. */
function statusDeed({ isClosed, status }: BugNotification['bug']): string {
  if (isClosed) return status === 'Resolved' ? 'resolved it' : 'closed it'
  return status === 'Open' ? 'opened it again' : 'changed its status'
}

/** Returns what a notification is about: the title of its bug, or how many bugs. */
export function notificationTitle({ bug, bulk }: BugNotification): string {
  return bulk ? `${numberOf(bulk.bugs)} bugs` : bug.title
}

/** Returns where a notification leads: the bug's page, or the list of what a bulk change has changed. */
export function notificationLink(notification: BugNotification): { readonly to: string; readonly hash?: string } {
  const { bug, bulk } = notification
  return bulk ? { to: paths.bulkNews(bulk._id) } : { to: paths.viewBug(bug._id), hash: notificationPlace(notification) }
}

/**
 * Returns the notification's place on the bug's page. A comment has its own name there; the newest is before the box
 * for a new one.
 */
export function notificationPlace({ last }: Pick<BugNotification, 'last'>): string {
  return last.kind === 'comment-added' ? 'new-comment' : `entry-${last._id}`
}
