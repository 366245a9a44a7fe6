import type { Actor } from '#server/access/actor.ts'
import type { NotificationLevel, NotificationReason, UntoldReason } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'

/**
 * What an event is to somebody: what became of the bug, or that it was assigned to them; or what matters too, that it was assigned
 * to somebody else and what the team says; or anything else.
 */
export type EventKind = 'status' | 'matters' | 'other'

/** What somebody has chosen, of which the narrowest holds, and what the installation has for who chose nothing. */
export interface Levels {
  readonly bug: NotificationLevel | undefined
  readonly product: NotificationLevel | undefined
  readonly person: NotificationLevel | undefined
  readonly usual: UsualLevels
}

/** The setting of the installation. */
export interface LevelSettings {
  /** What holds for who chose nothing, at each moment. */
  readonly usualLevels: UsualLevels
}

/** What somebody is to a bug, of what decides how much they hear of it where they chose nothing. */
export interface Part {
  readonly isAssignee: boolean
  readonly isReporter: boolean
  /** It affects them, as they said. */
  readonly isJoined: boolean
  /** They have commented on it. */
  readonly hasCommented: boolean
}

/** What somebody is to a bug, and to an event of it. */
export interface Relation extends Part {
  /** Their own decision, or that of a bug which was merged into it. */
  readonly isFollower: boolean
  /** They follow the bug, and the event was before that. */
  readonly followsLater: boolean
  readonly isMentioned: boolean
  /** The event asks them something. */
  readonly isAsked: boolean
  /** The event answers what they asked. */
  readonly isAnswered: boolean
}

/**
 * Of the status are: the status, that it was merged or that this was taken back, and that it was assigned to this person.
 * @param isByTeam whoever did it may triage
 */
export function kindFor(
  { type, payload }: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> },
  { userId, isByTeam }: { readonly userId: string; readonly isByTeam: boolean },
): EventKind {
  if (type === 'bug-status-changed' || type === 'bug-merged' || payload['merged']) return 'status'
  if (type === 'bug-assigned') return payload['to'] === userId ? 'status' : 'matters'
  return isByTeam && isCommentAdded(type) ? 'matters' : 'other'
}

/** Of these it counts who did them. */
export const isCommentAdded = (type: string): boolean => type === 'comment-added' || type === 'internal-comment-added'

/** Returns whether what somebody says at a bug is said by those who decide what becomes of it. */
export const isOfTeam = (actor: Pick<Actor, 'permissions'> | undefined): boolean =>
  actor !== undefined && (actor.permissions.has('canClassifyAnyBug') || actor.permissions.has('canReassignAnyBug'))

/** Returns how much somebody hears of a bug who chose nothing, if they follow it. */
export function usualLevel(
  { isAssignee, isReporter, isJoined, hasCommented }: Part,
  usual: UsualLevels,
): NotificationLevel {
  if (isAssignee) return usual.assignee
  if (isReporter) return usual.reporter
  return isJoined && !hasCommented ? usual.affected : usual.follower
}

/** What is decided of an event for one person: why they are told of it, or why not. */
type Verdict = { readonly told: NotificationReason } | { readonly untold: UntoldReason }

type Question = [
  levels: Levels,
  relation: Relation,
  event: { readonly kind: EventKind; readonly isOwn: boolean; readonly isVisible: boolean },
]

/**
 * Decides whether somebody is told of an event of a bug, and why: not of what they did themselves, and not of a bug or an
 * internal comment that they may not see. Questions, answers to one's own, and mentions are told to everybody who has not chosen
 * nothing. What else happens is told to followers, and to
 * those who chose to hear of the product's bugs.
 */
function decide(...[levels, relation, event]: Question): Verdict {
  const level = levels.bug ?? levels.product ?? levels.person ?? usualLevel(relation, levels.usual)
  if (event.isOwn) return { untold: 'own' }
  if (!event.isVisible) return { untold: 'hidden' }
  if (level === 'nothing') return { untold: 'nothing' }
  if (relation.isAsked) return { told: 'asked' }
  if (relation.isAnswered) return { told: 'answered' }
  if (relation.isMentioned) return { told: 'mentioned' }
  if (level === 'mentions') return { untold: 'mentions' }
  const isWatching = levels.bug === undefined && levels.product !== undefined
  if (!relation.isFollower && !isWatching) return { untold: relation.followsLater ? 'earlier' : 'stranger' }
  if (level === 'status' && event.kind !== 'status') return { untold: 'status' }
  if (level === 'matters' && event.kind === 'other') return { untold: 'matters' }
  if (!relation.isFollower) return { told: 'watches' }
  if (relation.isAssignee) return { told: 'assigned' }
  if (relation.isReporter) return { told: 'reported' }
  return { told: relation.isJoined ? 'joined' : 'follows' }
}

/** Returns why somebody is told of an event of a bug; undefined where they are not. */
export function reasonToTell(...question: Question): NotificationReason | undefined {
  const verdict = decide(...question)
  return 'told' in verdict ? verdict.told : undefined
}

/** Returns why somebody is not told of an event of a bug; undefined where they are. */
export function reasonNotToTell(...question: Question): UntoldReason | undefined {
  const verdict = decide(...question)
  return 'untold' in verdict ? verdict.untold : undefined
}
