import type { NewsLevel } from '#shared/following/level.ts'

/** How much somebody hears, in words. */
export const levelWords: Readonly<Record<NewsLevel, { name: string; about: string; less: string; chosen: string }>> = {
  everything: {
    name: 'Everything',
    about: 'Each change and comment',
    less: 'Everything',
    chosen: 'You hear everything of this bug',
  },
  matters: {
    name: 'What matters',
    about: 'Its status, merges, who it is assigned to, what the team says, and mentions',
    less: 'Only what matters',
    chosen: 'You hear what matters of this bug',
  },
  status: {
    name: 'Status',
    about: 'Its status, merges, that you are assigned, and mentions',
    less: 'Only status',
    chosen: 'You hear only of its status, and when you are mentioned',
  },
  mentions: {
    name: 'Mentions',
    about: 'Only when somebody names you with @',
    less: 'Only mentions',
    chosen: 'You hear only when you are mentioned',
  },
  nothing: { name: 'Nothing', about: 'No notifications', less: 'Nothing more', chosen: 'You hear nothing of this bug' },
}
