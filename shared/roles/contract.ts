import * as z from 'zod/mini'
import { permissionNames } from '#shared/access/permissions.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText } from '#shared/http/fields.ts'
import { fixedRoles, maxRoleNameLength } from './words.ts'

const permissionSet = z.array(z.enum(permissionNames, `must be permission names: ${permissionNames.join(', ')}`))

const role = z.object({
  name: z.string(),
  permissions: permissionSet,
  /** Number of people with an account who have it. */
  holders: z.int(),
  /** Number of deactivated people who have it. */
  deactivatedHolders: z.int(),
  abilities: z.object({ rename: z.boolean(), delete: z.boolean() }),
})
export type Role = z.output<typeof role>

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/role/list',
  access: 'canViewData',
  summary: 'The names of all roles, for filters and pickers.',
  reply: z.object({ result: z.array(z.object({ name: z.string() })) }),
})

export const roleMatrix = endpoint({
  method: 'GET',
  path: '/api/role/matrix',
  access: 'canEditAnyUser',
  summary: 'All roles with their permissions and how many people have each.',
  reply: z.object({ result: z.array(role) }),
})

export const createRole = endpoint({
  method: 'POST',
  path: '/api/role/new',
  access: 'canEditAnyUser',
  summary: 'Creates a role of permissions that the caller holds.',
  body: z.object({ name: filledText(maxRoleNameLength), permissions: permissionSet }),
  reply: z.object({ result: role }),
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/role/:roleName',
  access: 'canEditAnyUser',
  summary: 'Sets a role’s permissions; holds from the next request of its holders on.',
  params: z.object({ roleName: filledText(maxRoleNameLength) }),
  body: z.object({ permissions: permissionSet }),
  reply: z.object({ result: role }),
})

export const renameRole = endpoint({
  method: 'PUT',
  path: '/api/role/:roleName/name',
  access: 'canEditAnyUser',
  summary: `Renames a role; its holders keep it. The product itself gives ${fixedRoles.join(' and ')}, which keep their names.`,
  params: z.object({ roleName: filledText(maxRoleNameLength) }),
  body: z.object({ name: filledText(maxRoleNameLength) }),
  reply: z.object({ result: role }),
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/role/:roleName',
  access: 'canEditAnyUser',
  summary: `Deletes a role that nobody has; never ${fixedRoles.join(' or ')}.`,
  params: z.object({ roleName: filledText(maxRoleNameLength) }),
  reply: z.object({ deleted: z.literal(true) }),
})
