import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { changeRole, createRole, deleteRole, listRoles, renameRole, roleMatrix } from '#shared/roles/contract.ts'
import { editUser, me, setUserActive } from '#shared/users/contract.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app?.end())

describe('roles', () => {
  it('start with the four defaults and their permissions', async () => {
    const admin = await app.person(['admin'])
    const { result } = (await admin.call(roleMatrix, {})).body
    const customer = ['canViewData', 'canEditMyBug']
    expect(Object.fromEntries(result.map((role) => [role.name, role.permissions.toSorted()]))).toEqual({
      customer: customer.toSorted(),
      staff: [
        ...customer,
        'canClassifyAnyBug',
        'canReassignAnyBug',
        'canEditAnyBug',
        'canCloseAnyBug',
        'canViewInternalComments',
      ].toSorted(),
      support: [...customer, 'liveChatAdmin', 'canViewInternalComments'].toSorted(),
      admin: [
        ...customer,
        'canClassifyAnyBug',
        'canReassignAnyBug',
        'canEditAnyBug',
        'canCloseAnyBug',
        'canEditAnyUser',
        'liveChatAdmin',
        'canViewPrivateBugs',
        'canManageProducts',
        'canViewInternalComments',
        'canManageInstallation',
      ].toSorted(),
    })
    expect(result.find((role) => role.name === 'admin')?.holders).toBe(1)
    expect((await (await app.person(['customer'])).call(listRoles, {})).body.result).toEqual(
      ['admin', 'customer', 'staff', 'support'].map((name) => ({ name })),
    )
  })

  it('can be made, given, and changed for the next request of those who hold them', async () => {
    const admin = await app.person(['admin'])
    const made = await admin.call(createRole, { body: { name: ' reader ', permissions: ['canViewData'] } })
    expect(made.body.result).toEqual({
      name: 'reader',
      permissions: ['canViewData'],
      holders: 0,
      deactivatedHolders: 0,
      abilities: { rename: true, delete: true },
    })
    const person = await app.person([])
    expect((await person.call(listBugs, {})).status).toBe(403)
    await admin.call(editUser, { params: { userId: person.userId }, body: { role: ['reader'] } })
    expect((await person.call(listBugs, {})).status).toBe(200)
    await admin.call(changeRole, { params: { roleName: 'reader' }, body: { permissions: [] } })
    expect((await person.call(listBugs, {})).status).toBe(403)
    expect((await app.eventsOf('reader')).map((event) => event.type)).toEqual(['role-created', 'role-changed'])
  })

  it('can be renamed for those who hold them, and deleted once nobody does, deactivated or not', async () => {
    const admin = await app.person(['admin'])
    await admin.call(createRole, { body: { name: 'reader', permissions: ['canViewData'] } })
    const person = await app.person(['reader'])
    const rename = (roleName: string, name: string) => admin.call(renameRole, { params: { roleName }, body: { name } })
    const remove = async (roleName: string) => (await admin.call(deleteRole, { params: { roleName } })).status
    expect((await person.call(listBugs, {})).status).toBe(200)
    expect((await rename('reader', ' Guest ')).body.result).toMatchObject({ name: 'Guest', holders: 1 })
    expect((await rename('Guest', 'guest')).status).toBe(200)
    expect((await person.call(listBugs, {})).status).toBe(200)
    expect((await person.call(me, {})).body.result.role).toEqual(['guest'])
    expect([(await rename('guest', 'Staff')).status, (await rename('reader', 'x')).status]).toEqual([409, 404])

    expect(await remove('guest')).toBe(409)
    await admin.call(setUserActive, { params: { userId: person.userId }, body: { active: false } })
    const { result } = (await admin.call(roleMatrix, {})).body
    expect(result.find(({ name }) => name === 'guest')).toMatchObject({
      holders: 0,
      deactivatedHolders: 1,
      abilities: { rename: true, delete: false },
    })
    expect(await remove('guest')).toBe(409)
    await admin.call(editUser, { params: { userId: person.userId }, body: { role: [] } })
    expect([await remove('guest'), await remove('guest')]).toEqual([200, 404])
    expect((await admin.call(roleMatrix, {})).body.result.map(({ name }) => name)).not.toContain('guest')
    expect([...(await app.eventsOf('Guest')), ...(await app.eventsOf('guest'))]).toMatchObject([
      { type: 'role-renamed', payload: { from: 'reader', to: 'Guest' } },
      { type: 'role-renamed', payload: { from: 'Guest', to: 'guest' } },
      { type: 'role-deleted', payload: { permissions: ['canViewData'] } },
    ])
  })

  it('that the product itself gives, or that permit more than the caller may, keep their names', async () => {
    const admin = await app.person(['admin'])
    await admin.call(createRole, { body: { name: 'clerk', permissions: ['canViewData', 'canEditAnyUser'] } })
    const clerk = await app.person(['clerk'])
    for (const [caller, roleName, status] of [
      [admin, 'customer', 409],
      [admin, 'admin', 409],
      [clerk, 'staff', 403],
    ] as const) {
      expect((await caller.call(renameRole, { params: { roleName }, body: { name: 'x' } })).status).toBe(status)
      expect((await caller.call(deleteRole, { params: { roleName } })).status).toBe(status)
    }
    const able = async (caller: typeof admin) =>
      (await caller.call(roleMatrix, {})).body.result
        .filter(({ abilities }) => abilities.rename)
        .map(({ name }) => name)
    expect(await able(admin)).toEqual(['clerk', 'staff', 'support'])
    expect(await able(clerk)).toEqual(['clerk'])
  })

  it('refuse a name that is taken, a role that does not exist, and a permission nobody knows', async () => {
    const admin = await app.person(['admin'])
    expect((await admin.call(createRole, { body: { name: 'staff', permissions: [] } })).status).toBe(409)
    const capital = await admin.send('POST', '/api/role/new', { name: ' Admin', permissions: [] })
    expect([capital.status, capital.refusal.error]).toMatchObject([
      409,
      { code: 'conflict', field: 'name', message: `There is a role 'admin' already.` },
    ])
    const both = ['Clerk', 'clerk'].map((name) => admin.call(createRole, { body: { name, permissions: [] } }))
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await admin.call(changeRole, { params: { roleName: 'nobody' }, body: { permissions: [] } })).status).toBe(
      404,
    )
    const unknown = await admin.send('POST', '/api/role/new', { name: 'x', permissions: ['canFly'] })
    expect([unknown.status, unknown.refusal.error.code]).toEqual([400, 'invalid-input'])
  })

  it('never give or take more than the caller holds, nor the last right to edit users', async () => {
    const admin = await app.person(['admin'])
    await admin.call(createRole, { body: { name: 'clerk', permissions: ['canViewData', 'canEditAnyUser'] } })
    const clerk = await app.person(['clerk'])
    expect((await clerk.call(createRole, { body: { name: 'x', permissions: ['canCloseAnyBug'] } })).status).toBe(403)
    expect(
      (
        await clerk.call(changeRole, {
          params: { roleName: 'clerk' },
          body: { permissions: ['liveChatAdmin', 'canEditAnyUser'] },
        })
      ).status,
    ).toBe(403)
    const without = (roleName: string) =>
      admin.call(changeRole, { params: { roleName }, body: { permissions: ['canViewData'] } })
    expect((await without('clerk')).status).toBe(200)
    expect((await without('admin')).status).toBe(409)
  })
})
