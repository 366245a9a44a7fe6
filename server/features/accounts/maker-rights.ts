import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { holdsAll, mayEditUsers, rolesOf } from '#server/features/users/public.ts'
import type { AccountLink } from './account-links.ts'

/** Returns what the roles of an invitation permit. */
async function permissionsOfInvitation(db: Db, linkId: string) {
  const roles = await db
    .selectFrom('invitation_roles')
    .innerJoin('roles', 'roles.name', 'invitation_roles.role')
    .select('roles.permissions')
    .where('link_id', '=', linkId)
    .execute()
  return roles.flatMap((role) => role.permissions)
}

/** Returns whether somebody may give the roles of an invitation: they edit users, and hold all that it gives. */
export async function mayGiveInvitation(db: Db, actor: Actor, linkId: string): Promise<boolean> {
  return mayEditUsers(actor) && holdsAll(actor, await permissionsOfInvitation(db, linkId))
}

/** Returns whether somebody may set another's password: they edit users, and hold all that the other one holds. */
export async function mayReset(db: Db, actor: Actor, userId: string): Promise<boolean> {
  const permissions = (await rolesOf(db, userId)).flatMap((role) => role.permissions)
  return mayEditUsers(actor) && actor.userId !== userId && holdsAll(actor, permissions)
}

/**
 * Returns whether whoever made a link may still do what it does: since then its maker may have lost rights, or the person or
 * the roles that it is about may have got more. A link of nobody's was asked for by its address.
 */
export async function isMakerAllowed(db: Db, link: AccountLink, userId?: string): Promise<boolean> {
  if (link.madeBy === null) return true
  const maker = await findActorOf(db, link.madeBy)
  if (!maker) return false
  return userId === undefined ? mayGiveInvitation(db, maker, link.id) : mayReset(db, maker, userId)
}
