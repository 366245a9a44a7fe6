import { notificationLevels, type NotificationLevel } from './level.ts'

/** What somebody is to a bug, of what decides how much they hear of it until they choose; the first that holds counts. */
export type BugPart = 'assignee' | 'reporter' | 'affected' | 'follower'

/** How much who chose nothing hears of a bug, by what they are to it. */
export type UsualLevels = Readonly<Record<BugPart, NotificationLevel>>

/** What it is unless the installation is set otherwise. */
export const defaultLevels = {
  assignee: 'everything',
  reporter: 'matters',
  affected: 'status',
  follower: 'everything',
} as const satisfies UsualLevels

/** What an installation can be set to. Nothing is for people to choose: nobody misses a question by a setting. */
export const settableLevels = notificationLevels.filter((level) => level !== 'nothing')
