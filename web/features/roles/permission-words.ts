import type { Permission } from '#shared/access/permissions.ts'

/** What each permission lets people do, in plain words, from what everybody has to what few have. */
export const permissionWords: ReadonlyArray<{ permission: Permission; title: string; description: string }> = [
  { permission: 'canViewData', title: 'View data', description: 'See bugs, comments and people' },
  { permission: 'canEditMyBug', title: 'Edit own bugs', description: 'Change the words of bugs they reported' },
  {
    permission: 'canEditAnyBug',
    title: 'Edit any bug',
    description: 'Change the words of every bug, delete every comment',
  },
  { permission: 'canClassifyAnyBug', title: 'Classify bugs', description: 'Approve bugs or mark them as duplicates' },
  { permission: 'canReassignAnyBug', title: 'Assign bugs', description: 'Say who works on a bug' },
  { permission: 'canCloseAnyBug', title: 'Close bugs', description: 'Close bugs and open them again' },
  { permission: 'canEditAnyUser', title: 'Manage users', description: 'Change accounts, their roles and this page' },
  { permission: 'liveChatAdmin', title: 'Answer chat', description: 'Reply to visitors as Admin' },
]
