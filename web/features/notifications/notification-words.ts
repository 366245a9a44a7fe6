import type { BugNotification } from '#shared/following/contract.ts'
import type { TimelineKind } from '#shared/history/timeline-entry.ts'
import { actorName } from '#web/features/history/public.ts'

type Deed = Exclude<TimelineKind, 'status-changed'>

const deeds: Readonly<Record<Deed, string>> = {
  reported: 'reported it',
  edited: 'changed its texts',
  classified: 'classified it',
  'fields-changed': 'changed its details',
  assigned: 'changed its assignee',
  'duplicate-linked': 'linked it to its original',
  merged: 'merged it into another bug',
  'duplicate-added': 'found a duplicate of it',
  'duplicate-removed': 'took a duplicate from it',
  joined: 'is affected too',
  left: 'is no longer affected',
  'comment-added': 'commented',
  'comment-edited': 'edited a comment',
  'comment-deleted': 'deleted a comment',
  'comment-restored': 'restored a comment',
}

/** Returns what has happened, in words: "Ada Lovelace closed it" or "3 changes, last: Ada Lovelace commented". */
export function notificationWords({ bug, count, last }: BugNotification): string {
  const deed = last.kind === 'status-changed' ? statusDeed(bug) : deeds[last.kind]
  const words = `${actorName(last)} ${deed}`
  return count === 1 ? words : `${count} changes, last: ${words}`
}

/** Returns the words for a changed status, of which only the current value is known. */
function statusDeed({ isClosed, status }: BugNotification['bug']): string {
  if (isClosed) return status === 'Resolved' ? 'resolved it' : 'closed it'
  return status === 'Open' ? 'opened it again' : 'changed its status'
}

/**
 * Returns the notification's place on the bug's page. A comment has its own name there; the newest is before the box
 * for a new one.
 */
export function notificationPlace({ last }: Pick<BugNotification, 'last'>): string {
  return last.kind === 'comment-added' ? 'new-comment' : `entry-${last._id}`
}
