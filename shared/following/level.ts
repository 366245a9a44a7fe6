/** How much somebody wants to hear, the most first. A level holds for a person, for a product, or for one bug. */
export const newsLevels = ['everything', 'status', 'mentions', 'nothing'] as const
export type NewsLevel = (typeof newsLevels)[number]

/** Why somebody is told of something, what concerns them most first. */
export const newsReasons = [
  'asked',
  'answered',
  'mentioned',
  'assigned',
  'reported',
  'joined',
  'follows',
  'watches',
] as const
export type NewsReason = (typeof newsReasons)[number]

/** What concerns somebody alone: told to everybody who has not chosen to hear nothing. */
export const personalReasons = ['asked', 'answered', 'mentioned'] as const satisfies readonly NewsReason[]

export const isPersonal = (reason: NewsReason): boolean => personalReasons.some((one) => one === reason)

/** Returns whether somebody follows a bug for which they chose a level. */
export const followsAt = (level: NewsLevel): boolean => level === 'everything' || level === 'status'

/** Returns the next level below; undefined below the last. */
export const lessThan = (level: NewsLevel): NewsLevel | undefined => newsLevels[newsLevels.indexOf(level) + 1]
