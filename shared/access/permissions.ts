/** The permission names: the eight of the specification, and those that came with what it does not speak of. */
export const permissionNames = [
  'canViewData',
  'canClassifyAnyBug',
  'canReassignAnyBug',
  'canEditAnyBug',
  'canEditMyBug',
  'canCloseAnyBug',
  'canEditAnyUser',
  'liveChatAdmin',
  'canViewPrivateBugs',
  'canManageProducts',
  'canViewInternalComments',
  'canManageInstallation',
] as const

export type Permission = (typeof permissionNames)[number]

/**
 * Who may call an endpoint. There is no default: an endpoint without `access` does not compile.
 * `public`: anybody; `signed-in`: anybody with a session; a permission: its holders.
 */
export type Access = 'public' | 'signed-in' | Permission

export function isPermission(name: string): name is Permission {
  return (permissionNames as readonly string[]).includes(name)
}
