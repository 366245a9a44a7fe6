import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { changeRole, createRole, listRoles, roleMatrix } from '#shared/roles/contract.ts'
import { editUser } from '#shared/users/contract.ts'
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
      staff: [...customer, 'canClassifyAnyBug', 'canReassignAnyBug', 'canEditAnyBug', 'canCloseAnyBug'].toSorted(),
      support: [...customer, 'liveChatAdmin'].toSorted(),
      admin: [
        ...customer,
        'canClassifyAnyBug',
        'canReassignAnyBug',
        'canEditAnyBug',
        'canCloseAnyBug',
        'canEditAnyUser',
        'liveChatAdmin',
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
    expect(made.body.result).toEqual({ name: 'reader', permissions: ['canViewData'], holders: 0 })
    const person = await app.person([])
    expect((await person.call(listBugs, {})).status).toBe(403)
    await admin.call(editUser, { params: { userId: person.userId }, body: { role: ['reader'] } })
    expect((await person.call(listBugs, {})).status).toBe(200)
    await admin.call(changeRole, { params: { roleName: 'reader' }, body: { permissions: [] } })
    expect((await person.call(listBugs, {})).status).toBe(403)
    expect((await app.eventsOf('reader')).map((event) => event.type)).toEqual(['role-created', 'role-changed'])
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
