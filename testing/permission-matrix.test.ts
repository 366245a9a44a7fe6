import type { Permission } from '#shared/access/permissions.ts'
import { hashPassword } from '#server/features/users/public.ts'
import { endpoints } from '#shared/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBodies, acceptedQueries } from './accepted-bodies.ts'
import { recordsOf } from './records-of.ts'
import { tableContents } from './table-contents.ts'
import { type Caller, openTestApp, type TestApp } from './test-app.ts'

const roles = ['stranger', 'customer', 'staff', 'support', 'admin'] as const
type Role = (typeof roles)[number]
const ownerships = ['own', 'other'] as const
type Ownership = (typeof ownerships)[number]

/**
 * The permissions of each role by the specification's decisions; written out here so that a change of the defaults is
 * noticed.
 */
const grants: Readonly<Record<Role, readonly Permission[]>> = {
  stranger: [],
  customer: ['canViewData', 'canEditMyBug'],
  staff: ['canViewData', 'canEditMyBug', 'canClassifyAnyBug', 'canReassignAnyBug', 'canEditAnyBug', 'canCloseAnyBug'],
  support: ['canViewData', 'canEditMyBug', 'liveChatAdmin'],
  admin: [
    'canViewData',
    'canEditMyBug',
    'canClassifyAnyBug',
    'canReassignAnyBug',
    'canEditAnyBug',
    'canCloseAnyBug',
    'canEditAnyUser',
    'liveChatAdmin',
  ],
}

/**
 * Rules about people beyond the endpoint's permission: whether this role may, on its own or another person's record.
 */
const beyondAccess: Readonly<Record<string, (role: Role, whose: Ownership) => boolean>> = {
  editMyBug: (_role, whose) => whose === 'own',
  editComment: (_role, whose) => whose === 'own',
  // Each field asks for its own; see set-fields.test.ts.
  setBugFields: (role) => grants[role].includes('canClassifyAnyBug'),
  deleteComment: (role, whose) => whose === 'own' || grants[role].includes('canEditAnyBug'),
  editView: (_role, whose) => whose === 'own',
  deleteView: (_role, whose) => whose === 'own',
  undoChange: (role, whose) => whose === 'own' || grants[role].includes('canEditAnyBug'),
}

let app: TestApp
let other: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp({ LIMIT_REGISTRATIONS: '10000', LIMIT_FAILED_LOGINS: '10000' })
  other = await app.person(['customer'])
  const uploaded = await other.send('POST', '/api/attachments?name=a.txt', Buffer.from('x'), asBytes)
  expect(uploaded.status).toBe(200)
  // Another person who can edit users, so that nothing here is refused for touching the last one.
  await app.person(['admin'])
})
afterAll(() => app?.end())

const asBytes = { 'content-type': 'application/octet-stream' }

/** Returns the status of public endpoints that is not 200, for reasons of their own. */
function publicStatus(name: string, role: Role): number {
  if (name === 'register' && role !== 'stranger') return 401
  // There is an administrator already.
  if (name === 'createFirstAdministrator') return 403
  return 200
}

function expectedStatus(name: string, role: Role, whose: Ownership): number {
  const { access } = endpoints[name]!
  if (access === 'public') return publicStatus(name, role)
  if (role === 'stranger') return 401
  if (access !== 'signed-in' && !grants[role].includes(access)) return 403
  return (beyondAccess[name]?.(role, whose) ?? true) ? 200 : 403
}

const cases = Object.keys(endpoints).flatMap((name) =>
  roles.flatMap((role) => ownerships.map((whose) => [name, role, whose, expectedStatus(name, role, whose)] as const)),
)

describe('the permission matrix', () => {
  beforeAll(async () => {
    const known = await app.person(['customer'], { email: 'known@example.test' })
    await app.database.pool.query('update users set password_hash = $2 where id = $1', [
      known.userId,
      await hashPassword('a good password'),
    ])
    await app.database.pool.query(`insert into roles (name, permissions) values ('spare', '{}')`)
  })

  it('has a body for every endpoint that takes one', () => {
    const takes = Object.entries(endpoints).filter(([, endpoint]) => endpoint.body)
    expect(takes.map(([name]) => name).filter((name) => !acceptedBodies[name])).toEqual([])
  })

  it.each(cases)('%s by %s on %s record: %i', async (name, role, whose, status) => {
    const endpoint = endpoints[name]!
    const caller = role === 'stranger' ? app.stranger : await app.person([role])
    const owner = whose === 'own' ? (caller.userId ?? other.userId) : other.userId
    const ids: Record<string, string> = { ...(await recordsOf(app, owner)), roleName: 'spare' }
    const url = endpoint.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? '')
    // A refused login or registration is counted, which is the only trace that a refusal may leave.
    await app.database.pool.query('delete from rate_limits')
    const before = status === 200 ? undefined : await tableContents(app.database.pool)
    const search = acceptedQueries[name] ?? ''
    const answer =
      endpoint.takes === 'bytes'
        ? await caller.send(endpoint.method, url + search, Buffer.from('x'), asBytes)
        : await caller.send(endpoint.method, url + search, acceptedBodies[name]?.(ids))
    expect(answer.status).toBe(status)
    if (status !== 200) {
      expect(answer.refusal.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      await app.database.pool.query('delete from rate_limits')
      expect(await tableContents(app.database.pool)).toBe(before)
    }
  })
})
