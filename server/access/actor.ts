import type { Access, Permission } from '#shared/access/permissions.ts'

/** The signed-in person behind a request, as of this request. */
export interface Actor {
  readonly userId: string
  readonly fullName: string
  /** The union of the permissions of their roles. */
  readonly permissions: ReadonlySet<Permission>
  /** SHA-256 of the session's token, as the database holds it. */
  readonly sessionHash: Buffer
}

/** Decides access for every endpoint and every socket event. The actor of a stranger is null. */
export function decideAccess(access: Access, actor: Actor | null): 'allowed' | 'not-signed-in' | 'forbidden' {
  if (access === 'public') return 'allowed'
  if (!actor) return 'not-signed-in'
  if (access === 'signed-in' || actor.permissions.has(access)) return 'allowed'
  return 'forbidden'
}
