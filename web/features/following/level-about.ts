import type { NotificationLevel } from '#shared/following/level.ts'

/** What each level lets through, in words. */
export const levelAbout: Readonly<Record<NotificationLevel, string>> = {
  everything: 'Each change and comment',
  matters: 'Its status, assignments, and what the team says',
  status: 'Its status, merges, that you are assigned, and mentions',
  mentions: 'Only when somebody names you with @',
  nothing: 'No notifications',
}
