import type { NotificationLevel } from '#shared/following/level.ts'

/** How much somebody hears, in words. */
export const levelWords: Readonly<Record<NotificationLevel, { name: string; chosen: string }>> = {
  everything: {
    name: 'Everything',
    chosen: 'You hear everything of this bug',
  },
  matters: {
    name: 'What matters',
    chosen: 'You hear what matters of this bug',
  },
  status: {
    name: 'Status',
    chosen: 'You hear only of its status, and when you are mentioned',
  },
  mentions: {
    name: 'Mentions',
    chosen: 'You hear only when you are mentioned',
  },
  nothing: { name: 'Nothing', chosen: 'You hear nothing of this bug' },
}
