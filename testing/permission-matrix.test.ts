import type { Permission } from '#shared/access/permissions.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { hashPassword } from '#server/features/users/public.ts'
import { endpoints } from '#shared/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableContents } from './table-contents.ts'
import { type Caller, openTestApp, type TestApp } from './test-app.ts'

const roles = ['stranger', 'customer', 'staff', 'support', 'admin'] as const
type Role = (typeof roles)[number]
const ownerships = ['own', 'other'] as const
type Ownership = (typeof ownerships)[number]

/** What the specification's decisions give each role; written out here so that a change of the defaults is noticed. */
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

/** Rules about people beyond the endpoint's permission: whether this role may, on its own or somebody else's record. */
const beyondAccess: Readonly<Record<string, (role: Role, whose: Ownership) => boolean>> = {
  editMyBug: (_role, whose) => whose === 'own',
  editComment: (_role, whose) => whose === 'own',
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
  // Somebody else who can edit users, so that nothing here is refused for touching the last one.
  await app.person(['admin'])
})
afterAll(() => app?.end())

const asBytes = { 'content-type': 'application/octet-stream' }

/** A bug with one comment, an attachment and an edit, all of one person, reported long enough ago to be in nobody's way. */
async function aBugOf(userId: string) {
  const createdOn = new Date(Date.now() - 3_600_000)
  const [bugId, commentId, attachmentId] = [newRecordId(createdOn), newRecordId(createdOn), newRecordId(createdOn)]
  await app.database.pool.query(
    `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, comment_count) values ($1, 't', 'd', 's', $2, $3, 1)`,
    [bugId, createdOn, userId],
  )
  await app.database.pool.query(
    `insert into bug_search (bug_id, created_on, is_closed, classification, words) values ($1, $2, false, 'unclassified', '')`,
    [bugId, createdOn],
  )
  await app.database.pool.query(
    `insert into comments (id, bug_id, user_id, created_on, message) values ($1, $2, $3, $4, 'm')`,
    [commentId, bugId, userId, createdOn],
  )
  await app.database.pool.query(
    `insert into attachments (id, bug_id, uploaded_by, name, media_type, bytes, sha256, created_on)
     values ($1, $2, $3, 'a.txt', 'application/octet-stream', 1, encode(sha256('x'), 'hex'), $4)`,
    [attachmentId, bugId, userId, createdOn],
  )
  const report = { title: 't', description: 'd', stepsToReproduce: 's', createdOn, createdBy: userId }
  const edit = { title: { from: 'before', to: 't' } }
  const { rows } = await app.database.pool.query<{ id: number }>(
    `insert into events (type, subject_id, actor_id, payload, version) values
     ('bug-reported', $1, $2, $3, 1), ('bug-edited', $1, $2, $4, 1) returning id`,
    [bugId, userId, JSON.stringify(report), JSON.stringify(edit)],
  )
  return { bugId, commentId, attachmentId, entryId: String(rows[1]?.id) }
}

/** A conversation of one person with one line, and a canned answer. */
async function aConversationOf(userId: string) {
  const now = new Date()
  const [conversationId, answerId] = [newRecordId(now), newRecordId(now)]
  const { pool } = app.database
  await pool.query('delete from conversations where user_id = $1', [userId])
  await pool.query(
    `insert into conversations (id, user_id, visitor_name, opened_on, last_seq, last_line_on, network, user_agent)
     values ($1, $2, 'n', $3, 1, $3, 'n', 'a')`,
    [conversationId, userId, now],
  )
  await pool.query(
    `insert into chat_lines (conversation_id, seq, id, sender, user_id, sender_name, message, sent_on, words)
     values ($1, 1, $1, 'visitor', $2, 'n', 'm', $3, '')`,
    [conversationId, userId, now],
  )
  await pool.query(
    `insert into chat_answers (id, title, message, created_on, created_by) values ($1, 't', 'm', $2, $3)`,
    [answerId, now, userId],
  )
  return { conversationId, answerId }
}

/** A view of one person that others may open too. */
async function aViewOf(userId: string) {
  const viewId = newRecordId(new Date())
  await app.database.pool.query(
    `insert into views (id, owner_id, name, search, is_shared, created_on) values ($1, $2, 'n', '{}', true, now())`,
    [viewId, userId],
  )
  return { viewId }
}

const texts = { title: 'changed', description: 'changed', stepsToReproduce: 'changed' }
const names = { fullName: 'F', givenName: 'G', familyName: 'N' }
let count = 0

/** A body that each write accepts. */
const bodies: Readonly<Record<string, (ids: Readonly<Record<string, string>>) => unknown>> = {
  login: () => ({ email: 'known@example.test', password: 'a good password' }),
  register: () => ({ ...names, email: `m${++count}@example.test`, password: 'a good password' }),
  logout: () => undefined,
  hasPermission: () => ({ permission: 'canViewData' }),
  editUser: () => names,
  editMe: () => names,
  setUserActive: () => ({ active: true }),
  createRole: () => ({ name: `role ${++count}`, permissions: [] }),
  changeRole: () => ({ permissions: [] }),
  reportBug: () => texts,
  editBug: () => texts,
  editMyBug: () => texts,
  closeBug: () => ({ closed: true }),
  setBugStatus: () => ({ status: 'In Progress' }),
  classifyBug: () => ({ classification: 'approved' }),
  assignBug: () => ({ userId: other.userId }),
  followBug: () => ({ following: true }),
  joinBug: () => ({}),
  seeBug: ({ entryId }) => ({ entryId }),
  mergeBug: ({ originalId }) => ({ into: originalId }),
  addComment: () => ({ message: 'new' }),
  editComment: () => ({ message: 'changed' }),
  findSimilar: () => ({ title: 'two words' }),
  createView: () => ({ name: 'n', search: { keywords: 'is:open' }, isShared: false }),
  editView: () => ({ name: 'changed' }),
  pinView: () => ({ pinned: true }),
  checkSetupToken: () => ({ token: 'x' }),
  takeConversation: () => ({ taken: true }),
  closeConversation: () => ({ closed: true }),
  blockVisitor: () => ({ blocked: true }),
  reportFromConversation: () => texts,
  createAnswer: () => ({ title: 't', message: 'm' }),
  editAnswer: () => ({ title: 't', message: 'changed' }),
  createFirstAdministrator: () => ({
    ...names,
    email: `m${++count}@example.test`,
    password: 'a good password',
    token: 'x',
  }),
}

/** A query for the calls that need one. */
const searches: Readonly<Record<string, string>> = {
  uploadAttachment: '?name=a.txt',
  listAttachments: `?ids=${'f'.repeat(24)}`,
  listReferences: '?ids=ffffffff',
}

/** What public endpoints answer besides 200, for reasons of their own. */
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
    expect(takes.map(([name]) => name).filter((name) => !bodies[name])).toEqual([])
  })

  it.each(cases)('%s by %s on %s record: %i', async (name, role, whose, status) => {
    const endpoint = endpoints[name]!
    const caller = role === 'stranger' ? app.stranger : await app.person([role])
    const owner = whose === 'own' ? (caller.userId ?? other.userId) : other.userId
    const ids: Record<string, string> = {
      ...(await aBugOf(owner)),
      originalId: (await aBugOf(owner)).bugId,
      ...(await aConversationOf(owner)),
      ...(await aViewOf(owner)),
      userId: owner,
      sessionId: '00',
      roleName: 'spare',
    }
    const url = endpoint.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? '')
    // A refused login or registration is counted: the only trace that a refusal may leave.
    await app.database.pool.query('delete from rate_limits')
    const before = await tableContents(app.database.pool)
    const search = searches[name] ?? ''
    const answer =
      endpoint.takes === 'bytes'
        ? await caller.send(endpoint.method, url + search, Buffer.from('x'), asBytes)
        : await caller.send(endpoint.method, url + search, bodies[name]?.(ids))
    expect(answer.status).toBe(status)
    if (status !== 200) {
      expect(answer.refusal.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      await app.database.pool.query('delete from rate_limits')
      expect(await tableContents(app.database.pool)).toBe(before)
    }
  })
})
