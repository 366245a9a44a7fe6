import { type Access, type Permission, permissionNames } from '#shared/access/permissions.ts'

/** The signed-in person behind a request, as of this request, or whoever asked for work that goes on without one. */
export interface Actor {
  readonly userId: string
  readonly fullName: string
  /** The union of the permissions of their roles. */
  readonly permissions: ReadonlySet<Permission>
  readonly sees: Sight
  /** SHA-256 of the session's token, as the database holds it. */
  readonly sessionHash: Buffer
}

/** Which bugs somebody may see by rule. Of private ones they also see those that name them. */
export interface Sight {
  /** Numbers of the products that they may see: open ones and those that they are a member of. */
  readonly products: readonly number[]
  /** These are all that there are. */
  readonly isEveryProduct: boolean
  /** Private bugs of these products too: canViewPrivateBugs. */
  readonly privateBugs: boolean
  /** Of the bugs that they see also what the team says among itself: canViewInternalComments. */
  readonly internalComments: boolean
}

/** Stands for whoever runs the product and may see everything in it. @param products the numbers of all products */
export const operatorSeeing = (products: readonly number[]): Actor => ({
  userId: '0'.repeat(24),
  fullName: 'Operator',
  permissions: new Set(permissionNames),
  sees: { products, isEveryProduct: true, privateBugs: true, internalComments: true },
  sessionHash: Buffer.alloc(32),
})

/** Decides access for every endpoint and every socket event. The actor of a stranger is null. */
export function decideAccess(access: Access, actor: Actor | null): 'allowed' | 'not-signed-in' | 'forbidden' {
  if (access === 'public') return 'allowed'
  if (!actor) return 'not-signed-in'
  if (access === 'signed-in' || actor.permissions.has(access)) return 'allowed'
  return 'forbidden'
}
