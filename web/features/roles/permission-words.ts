import type { Permission } from '#shared/access/permissions.ts'
import { bugFields, type FieldAbility, plainNames } from '#shared/bugs/fields.ts'

/** What each permission allows, in plain words, from the most common to the rarest. */
export const permissionWords: ReadonlyArray<{ permission: Permission; title: string; description: string }> = [
  { permission: 'canViewData', title: 'View data', description: 'See bugs, comments and people' },
  {
    permission: 'canEditMyBug',
    title: 'Edit own bugs',
    description: `Change the words of bugs they reported${alsoSets('edit')}`,
  },
  {
    permission: 'canEditAnyBug',
    title: 'Edit any bug',
    description: `Change the words of every bug, delete every comment${alsoSets('edit')}`,
  },
  {
    permission: 'canClassifyAnyBug',
    title: 'Classify bugs',
    description: `Approve bugs or mark them as duplicates${alsoSets('classify')}`,
  },
  { permission: 'canReassignAnyBug', title: 'Assign bugs', description: `Say who works on a bug${alsoSets('assign')}` },
  {
    permission: 'canCloseAnyBug',
    title: 'Close bugs',
    description: `Close bugs and open them again${alsoSets('close')}`,
  },
  { permission: 'canEditAnyUser', title: 'Manage users', description: 'Change accounts, their roles and this page' },
  {
    permission: 'canManageProducts',
    title: 'Manage products',
    description: 'Create and archive products, and say who sees them',
  },
  {
    permission: 'canViewPrivateBugs',
    title: 'View private bugs',
    description: 'See the private bugs of the products that they see',
  },
  {
    permission: 'canViewInternalComments',
    title: 'Internal comments',
    description: 'See and write what only the team may read',
  },
  {
    permission: 'canManageInstallation',
    title: 'Manage settings',
    description: 'Say what the installation is called and who may join it',
  },
  { permission: 'liveChatAdmin', title: 'Answer chat', description: 'Reply to visitors as Admin' },
]

/** The fields without a permission of their own that come with one of these, as the end of its description. */
function alsoSets(ability: FieldAbility): string {
  const names = plainNames.filter((name) => bugFields[name].changedBy === ability)
  return names.map((name) => `, set the ${bugFields[name].label.toLowerCase()}`).join('')
}
