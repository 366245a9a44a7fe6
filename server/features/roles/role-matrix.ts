import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { Role } from '#shared/roles/contract.ts'
import { mayChangeName } from './policy.ts'

const everyRole = {
  name: 'role-matrix',
  text: `select name, permissions,
      count(u.id) filter (where u.deactivated_on is null) as holders,
      count(u.id) filter (where u.deactivated_on is not null) as "deactivatedHolders"
    from roles r left join user_roles h on h.role = r.name left join users u on u.id = h.user_id
    group by r.name order by r.name`,
}

/** Returns all roles A to Z, with their permissions in the order of their declaration. */
export async function roleMatrix(db: Db, actor: Actor): Promise<Role[]> {
  const roles = await db.prepared<Omit<Role, 'abilities'>>(everyRole, [])
  return roles.map((role) => {
    const rename = mayChangeName(actor, role)
    return { ...role, abilities: { rename, delete: rename && role.holders + role.deactivatedHolders === 0 } }
  })
}

/** Returns the names of all roles, A to Z. */
export async function roleNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('roles').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}
