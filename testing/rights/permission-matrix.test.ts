import type { Permission } from '#shared/access/permissions.ts'
import { hashPassword } from '#server/features/users/public.ts'
import { endpoints } from '#shared/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBodies, acceptedQueries } from '#testing/calls/accepted-bodies.ts'
import { recordsOf } from '#testing/records-of.ts'
import { settledContents } from '#testing/table-contents.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'

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
  staff: [
    'canViewData',
    'canEditMyBug',
    'canClassifyAnyBug',
    'canReassignAnyBug',
    'canEditAnyBug',
    'canCloseAnyBug',
    'canViewInternalComments',
  ],
  support: ['canViewData', 'canEditMyBug', 'liveChatAdmin', 'canViewInternalComments'],
  admin: [
    'canViewData',
    'canEditMyBug',
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
  ],
}

/**
 * Rules about people beyond the endpoint's permission: whether this role may, on its own or another person's record.
 */
const beyondAccess: Readonly<Record<string, (role: Role, whose: Ownership) => boolean>> = {
  // Nobody has their link; see server/features/accounts/accounts.test.ts.
  confirmEmail: () => false,
  editMyBug: (_role, whose) => whose === 'own',
  editComment: (_role, whose) => whose === 'own',
  reopenBug: (_role, whose) => whose === 'own',
  // Its creator may set other values; see set-fields.test.ts.
  setBugStatus: (role) => grants[role].includes('canCloseAnyBug'),
  // Each field asks for its own; see set-fields.test.ts.
  setBugFields: (role) => grants[role].includes('canClassifyAnyBug'),
  // By who may edit the bug.
  moveBug: (role, whose) => whose === 'own' || grants[role].includes('canEditAnyBug'),
  deleteComment: (role, whose) => whose === 'own' || grants[role].includes('canEditAnyBug'),
  // One's own password is changed on the profile.
  makeResetLink: (_role, whose) => whose === 'other',
  editView: (_role, whose) => whose === 'own',
  deleteView: (_role, whose) => whose === 'own',
  addReader: (role, whose) => whose === 'own' || grants[role].includes('canClassifyAnyBug'),
  removeReader: (role, whose) => whose === 'own' || grants[role].includes('canClassifyAnyBug'),
  undoChange: (role, whose) => whose === 'own' || grants[role].includes('canEditAnyBug'),
}

/** What does not exist for others, and news that nobody has here. */
const isHidden: Readonly<Record<string, (whose: Ownership) => boolean>> = {
  viewBulk: (whose) => whose === 'other',
  listBulkRefusals: (whose) => whose === 'other',
  undoBulk: (whose) => whose === 'other',
  listBulkNews: () => true,
  seeBulkNews: () => true,
}

/** What people with accounts that nobody confirmed can't be sent; see server/features/reporter-links and chat/mails. */
const isImpossible: readonly string[] = ['sendReporterLink', 'sendTranscript']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({
    LIMIT_REGISTRATIONS: '10000',
    LIMIT_FAILED_LOGINS: '10000',
    // A mail can be asked for, and is never sent.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'bugs@mothlight.example',
    MAIL_IN_ADDRESS: 'mothlight@bugs.example',
    MAIL_IN_SECRET: 'a-secret-of-the-test',
  })
  const owner = await app.person(['customer'])
  const uploaded = await owner.send('POST', '/api/attachments?name=a.txt', Buffer.from('x'), asBytes)
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
  if (name === 'acceptInvitation' && role !== 'stranger') return 401
  // Nobody has their link; see server/features/accounts/accounts.test.ts. Sign-up is not by mail.
  if (['acceptInvitation', 'resetPassword', 'signUp'].includes(name)) return 403
  if (name === 'hearLess' || name === 'confirmChatMail') return 404
  // It takes a form of its own; see server/features/notification-mails/notification-mails.test.ts.
  if (name === 'unsubscribe') return 400
  if (name === 'confirmMailReport') return 403
  if (endpoints[name]?.path.startsWith('/api/reporter-link/')) return 404
  return 200
}

function expectedStatus(name: string, role: Role, whose: Ownership): number {
  const { access } = endpoints[name]!
  if (access === 'public') return publicStatus(name, role)
  if (role === 'stranger') return 401
  if (access !== 'signed-in' && !grants[role].includes(access)) return 403
  if (isHidden[name]?.(whose)) return 404
  if (isImpossible.includes(name)) return 409
  return (beyondAccess[name]?.(role, whose) ?? true) ? 200 : 403
}

/** Somebody who calls, and records of theirs or of another's that the calls are about. */
async function aCaller(role: Role, whose: Ownership): Promise<{ caller: Caller; ids: Record<string, string> }> {
  const caller = role === 'stranger' ? app.stranger : await app.person([role])
  // Another person for each, because a person has one conversation.
  const owner = (whose === 'own' && caller.userId) || (await app.person(['customer'])).userId
  // The calls about roles rename and delete it.
  await app.database.pool.query(`insert into roles (name, permissions) values ('spare', '{}') on conflict do nothing`)
  return { caller, ids: { ...(await recordsOf(app, owner)), roleName: 'spare' } }
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
  })

  it('has a body for every endpoint that takes one', () => {
    const takes = Object.entries(endpoints).filter(([, endpoint]) => endpoint.body)
    expect(takes.map(([name]) => name).filter((name) => !acceptedBodies[name])).toEqual([])
  })

  /** Callers and records of calls that change nothing: one for each role and ownership will do. */
  const unchanged = new Map<string, ReturnType<typeof aCaller>>()
  function aReader(role: Role, whose: Ownership): ReturnType<typeof aCaller> {
    const key = `${role} ${whose}`
    const known = unchanged.get(key) ?? aCaller(role, whose)
    unchanged.set(key, known)
    return known
  }
  async function call(name: string, { caller, ids }: Awaited<ReturnType<typeof aCaller>>) {
    const endpoint = endpoints[name]!
    const url = endpoint.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? '')
    const search = acceptedQueries[name] ?? ''
    return endpoint.takes === 'bytes'
      ? caller.send(endpoint.method, url + search, Buffer.from('x'), asBytes)
      : caller.send(endpoint.method, url + search, acceptedBodies[name]?.(ids))
  }
  /** A refused login or registration is counted, which is the only trace that a refusal may leave. */
  const forgetCounts = () => app.database.pool.query('delete from rate_limits')

  // Before the others, which add to what is compared.
  describe('where it says no', () => {
    const refused = cases.filter(([, , , status]) => status !== 200)
    const callers = new Map<(typeof refused)[number], Awaited<ReturnType<typeof aCaller>>>()
    let before: string
    beforeAll(async () => {
      for (const one of refused) {
        const [, role, whose, status] = one
        // Who has the right may change something before it is refused for another reason, such as the form of a body.
        const isWithoutRight = status === 401 || status === 403
        callers.set(one, await (isWithoutRight ? aReader(role, whose) : aCaller(role, whose)))
      }
      await forgetCounts()
      before = await settledContents(app)
    })

    it.each([...new Set(refused.map(([name]) => name))])('%s refuses each caller who may not', async (name) => {
      for (const one of refused.filter(([refuses]) => refuses === name)) {
        const [, role, whose, status] = one
        const answer = await call(name, callers.get(one)!)
        await forgetCounts()
        expect.soft(answer.status, `${role} on ${whose} record`).toBe(status)
        const told = { code: expect.any(String), message: expect.any(String) }
        expect.soft(answer.refusal.error, `${role} on ${whose} record`).toMatchObject(told)
      }
    })

    // To compare after each call would take most of the time; -t 'NAME refuses|no refusal' tells whether it was one endpoint.
    it('no refusal changes anything', async () => {
      expect(await settledContents(app)).toBe(before)
    })
  })

  it.each(cases.filter(([, , , status]) => status === 200))(
    '%s by %s on %s record is allowed',
    async (name, role, whose) => {
      await forgetCounts()
      const isRead = endpoints[name]!.method === 'GET'
      const answer = await call(name, await (isRead ? aReader(role, whose) : aCaller(role, whose)))
      expect(answer.status).toBe(200)
    },
  )
})
