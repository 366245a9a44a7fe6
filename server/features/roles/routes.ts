import type { Routes } from '#server/http/serve.ts'
import * as roles from '#shared/roles/contract.ts'
import { changeRole, createRole, deleteRole, renameRole } from './change-role.ts'
import { roleMatrix, roleNames } from './role-matrix.ts'

export function bindRoles(routes: Routes): void {
  routes.read(roles.listRoles, async (_call, db) => ({ result: (await roleNames(db)).map((name) => ({ name })) }))
  routes.read(roles.roleMatrix, async ({ actor }, db) => ({ result: await roleMatrix(db, actor) }))
  routes.write(roles.createRole, async (call, tx) => ({ result: await createRole(call, tx) }))
  routes.write(roles.changeRole, async (call, tx) => ({ result: await changeRole(call, tx) }))
  routes.write(roles.renameRole, async (call, tx) => ({ result: await renameRole(call, tx) }))
  routes.write(roles.deleteRole, async (call, tx) => {
    await deleteRole(call, tx)
    return { deleted: true as const }
  })
}
