/** How much somebody wants to hear, the most first. A level holds for a person, for a product, or for one bug. */
export const notificationLevels = ['everything', 'matters', 'status', 'mentions', 'nothing'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

/** Why somebody is told of something, what concerns them most first. */
export const notificationReasons = [
  'asked',
  'answered',
  'mentioned',
  'assigned',
  'reported',
  'joined',
  'follows',
  'watches',
  'entered',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** Why somebody is not told of something, as it is decided. */
export const untoldReasons = [
  'own',
  'hidden',
  'nothing',
  'mentions',
  'stranger',
  'earlier',
  'status',
  'matters',
] as const
export type UntoldReason = (typeof untoldReasons)[number]

/**
 * Why somebody was not told of something, as far as that is known: by what holds now; or an import brought it; or it is not
 * decided yet; or they would be told by what holds now, and either were not by what held then, or it is so old that what they had
 * seen is not kept.
 */
export const whyNotTold = [...untoldReasons, 'imported', 'undecided', 'changed', 'old'] as const
export type WhyNotTold = (typeof whyNotTold)[number]

/**
 * Whether somebody was mailed what they were told: it went, it waits, it could not be sent, they had seen it before, or they get
 * no mail, or did not in time.
 */
export const notificationMailStates = ['sent', 'waits', 'failed', 'seen', 'none'] as const
export type NotificationMailState = (typeof notificationMailStates)[number]

/** What concerns somebody alone: told to everybody who has not chosen to hear nothing. */
export const personalReasons = ['asked', 'answered', 'mentioned'] as const satisfies readonly NotificationReason[]

export const isPersonal = (reason: NotificationReason): boolean => personalReasons.some((one) => one === reason)

/** Returns whether somebody follows a bug for which they chose a level. */
export const followsAt = (level: NotificationLevel): boolean => level !== 'mentions' && level !== 'nothing'

/** Returns the next level below; undefined below the last. */
export const lessThan = (level: NotificationLevel): NotificationLevel | undefined =>
  notificationLevels[notificationLevels.indexOf(level) + 1]
