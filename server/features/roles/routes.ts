import type { Routes } from '#server/http/serve.ts'
import * as roles from '#shared/roles/contract.ts'
import { changeRole, createRole } from './change-role.ts'
import { roleMatrix, roleNames } from './role-matrix.ts'

export function bindRoles(routes: Routes): void {
  routes.read(roles.listRoles, async (_call, db) => ({ result: (await roleNames(db)).map((name) => ({ name })) }))
  routes.read(roles.roleMatrix, async (_call, db) => ({ result: await roleMatrix(db) }))
  routes.write(roles.createRole, async (call, tx) => ({ result: await createRole(call, tx) }))
  routes.write(roles.changeRole, async (call, tx) => ({ result: await changeRole(call, tx) }))
}
