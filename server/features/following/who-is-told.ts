import type { NewsLevel, NewsReason } from '#shared/following/level.ts'

/** What an event is to somebody: what became of the bug, or that it was assigned to them, or anything else. */
export type EventKind = 'status' | 'other'

/** What somebody has chosen; the narrowest choice holds. */
export interface ChosenLevels {
  readonly bug: NewsLevel | undefined
  readonly product: NewsLevel | undefined
  readonly person: NewsLevel
}

/** What somebody is to a bug. */
export interface Relation {
  /** Their own decision, or that of a bug which was merged into it. */
  readonly isFollower: boolean
  readonly isMentioned: boolean
  /** The event asks them something. */
  readonly isAsked: boolean
  /** The event answers what they asked. */
  readonly isAnswered: boolean
  readonly isAssignee: boolean
  readonly isReporter: boolean
  readonly isJoined: boolean
}

/** Its status, that it was merged or that this was taken back, and that it was assigned to this person. */
export function kindFor(
  { type, payload }: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> },
  userId: string,
): EventKind {
  if (type === 'bug-status-changed' || type === 'bug-merged') return 'status'
  if (type === 'bug-assigned') return payload['to'] === userId ? 'status' : 'other'
  return payload['merged'] ? 'status' : 'other'
}

/** Returns the level that holds. */
export const levelOf = ({ bug, product, person }: ChosenLevels): NewsLevel => bug ?? product ?? person

/**
 * Decides whether somebody is told of an event of a bug, and why: not of what they did themselves, and not of a bug or an
 * internal comment that they may not see. Questions, answers to one's own, and mentions are told to everybody who has not chosen
 * nothing. What else happens is told to followers, and to
 * those who chose to hear of the product's bugs.
 */
export function reasonToTell(
  levels: ChosenLevels,
  relation: Relation,
  event: { readonly kind: EventKind; readonly isOwn: boolean; readonly isVisible: boolean },
): NewsReason | undefined {
  const level = levelOf(levels)
  if (event.isOwn || !event.isVisible || level === 'nothing') return undefined
  if (relation.isAsked) return 'asked'
  if (relation.isAnswered) return 'answered'
  if (relation.isMentioned) return 'mentioned'
  if (level === 'mentions' || (level === 'status' && event.kind !== 'status')) return undefined
  if (relation.isFollower) {
    if (relation.isAssignee) return 'assigned'
    if (relation.isReporter) return 'reported'
    return relation.isJoined ? 'joined' : 'follows'
  }
  return levels.bug === undefined && levels.product !== undefined ? 'watches' : undefined
}
