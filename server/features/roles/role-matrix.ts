import type { Db } from '#server/db/database.ts'
import type { Role } from '#shared/roles/contract.ts'

const everyRole = {
  name: 'role-matrix',
  text: `select name, permissions, (
      select count(*) from user_roles h join users u on u.id = h.user_id where h.role = r.name and u.deactivated_on is null
    ) as holders from roles r order by name`,
}

/** Returns all roles A to Z, with their permissions in the order of their declaration. */
export function roleMatrix(db: Db): Promise<Role[]> {
  return db.prepared<Role>(everyRole, [])
}

/** Returns the names of all roles, A to Z. */
export async function roleNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('roles').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}
