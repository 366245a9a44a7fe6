import { newRecordId } from '#server/db/record-id.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { hashPassword } from '#server/features/users/public.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { changeBugs } from '#shared/bulk/contract.ts'
import { addComment, addInternalComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { createView } from '#shared/views/contract.ts'
import { uploaded } from '#testing/attachment-parts.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { randomBytes } from 'node:crypto'
import type { Pools } from './generate.ts'
import type { Family } from './http-input.ts'

export const roles = ['stranger', 'customer', 'staff', 'support', 'admin'] as const
export type Role = (typeof roles)[number]

/** A word in one kind of private record, and who may read it. */
export interface Secret {
  readonly what: string
  readonly word: string
  /** Undefined: only the record's owner. */
  readonly readers: Permission | undefined
}

/** Returns a word for all records of a kind that are readable to everybody who may read records at all. */
const word = (kind: string) => `${kind}${randomBytes(8).toString('hex')}`

export interface World {
  readonly app: TestApp
  readonly port: number
  readonly secrets: readonly Secret[]
  /** Creates a new attacker, with new records of their own and of others. */
  prepare(): Promise<Attacker>
  end(): Promise<void>
}

/** The attacker in one batch, and what they know. */
export interface Attacker {
  readonly cookie: string | undefined
  readonly userId: string | undefined
  readonly pools: Pools
  readonly families: readonly Family[]
  /** The conversations that the attacker may see without being staff. */
  readonly ownConversation: string | undefined
}

/** Limits that thousands of calls from one address would reach; they are tested elsewhere. */
const settings = {
  LIMIT_REGISTRATIONS: '1000000',
  LIMIT_ACCOUNT_MAILS: '1000000',
  LIMIT_FAILED_LOGINS: '40000',
  LIMIT_SIMILAR: '1000000',
  LIMIT_CHAT_MESSAGES: '1000000',
  LIMIT_CHAT_CONVERSATIONS: '1000000',
  ATTACHMENT_MAX_MB: '1',
}

/** Opens a product with records of many people, attacked by a person in a role. */
export async function openWorld(role: Role, cluster?: Parameters<typeof openTestApp>[1]): Promise<World> {
  const app = await openTestApp(settings, cluster)
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as { port: number }
  const words = {
    bug: word('report'),
    name: word('name'),
    email: word('mail'),
    hash: word('hash'),
    deleted: word('deleted'),
    internal: word('internal'),
    chat: word('chat'),
    visitorMail: word('visitormail'),
    network: word('network'),
    answer: word('answer'),
    view: word('view'),
    file: word('file'),
    agent: word('agent'),
  }
  const secrets: Secret[] = [
    { what: 'a report', word: words.bug, readers: 'canViewData' },
    { what: 'a name', word: words.name, readers: 'canViewData' },
    { what: 'an e-mail address', word: words.email, readers: 'canEditAnyUser' },
    { what: 'a password’s hash', word: words.hash, readers: undefined },
    { what: 'a deleted comment', word: words.deleted, readers: undefined },
    { what: 'an internal comment', word: words.internal, readers: 'canViewInternalComments' },
    { what: 'a line of a chat', word: words.chat, readers: 'liveChatAdmin' },
    { what: 'a visitor’s address', word: words.visitorMail, readers: 'liveChatAdmin' },
    { what: 'a visitor’s network', word: words.network, readers: undefined },
    { what: 'a canned answer', word: words.answer, readers: 'liveChatAdmin' },
    { what: 'a private view', word: words.view, readers: undefined },
    { what: 'a file that no text uses', word: words.file, readers: undefined },
    { what: 'where somebody is signed in', word: words.agent, readers: 'canEditAnyUser' },
  ]
  // Another person who can edit users, and everybody's rights at the beginning.
  const chief = await app.person(['admin'], { fullName: 'Chief', email: 'chief@example.test' })
  await app.database.pool.query('update users set password_hash = $2 where id = $1', [
    chief.userId,
    await hashPassword('not among those that are tried'),
  ])
  const { rows: startRoles } = await app.database.pool.query<{ name: string; permissions: string[] }>(
    'select name, permissions from roles',
  )
  return { app, port, secrets, prepare: () => prepare(app, role, words, startRoles), end: app.end }
}

type Words = Readonly<
  Record<
    | 'bug'
    | 'name'
    | 'email'
    | 'hash'
    | 'deleted'
    | 'internal'
    | 'chat'
    | 'visitorMail'
    | 'network'
    | 'answer'
    | 'view'
    | 'file'
    | 'agent',
    string
  >
>

async function prepare(
  app: TestApp,
  role: Role,
  words: Words,
  startRoles: readonly { name: string; permissions: string[] }[],
): Promise<Attacker> {
  const { pool } = app.database
  await restoreRoles(app, startRoles)
  const owner = await app.person(['customer'], {
    fullName: `Ada ${words.name}`,
    email: `${randomBytes(4).toString('hex')}.${words.email}@example.test`,
  })
  await pool.query('update users set password_hash = $2 where id = $1', [owner.userId, words.hash])
  await app.inTx((tx) => insertSession(tx, owner.userId, words.agent))
  const theirs = await aFamily(app, owner, `${words.bug} crashes`, words.deleted)
  const internal = await anInternalComment(app, theirs, words.internal)
  const conversationId = await aConversation(app, words)
  const answerId = newRecordId()
  await pool.query(
    `insert into chat_answers (id, title, message, created_on, created_by) values ($1, $2, $2, now(), $3)`,
    [answerId, words.answer, owner.userId],
  )
  const view = { name: words.view, search: { keywords: words.view }, isShared: false }
  const viewId = (await owner.call(createView, { body: view })).body.result._id
  const attachmentId = await uploaded(owner, `${words.file}.txt`, words.file)

  const attacker = role === 'stranger' ? undefined : await app.person([role])
  const mine = attacker ? await aFamily(app, attacker, 'my own report', 'what I said') : theirs
  const own = attacker && (await aConversationOf(app, attacker.userId))
  const { rows: sessions } = await pool.query<{ id: string }>(
    `select encode(token_hash, 'hex') as id from sessions where user_id = any($1)`,
    [[owner.userId, ...(attacker ? [attacker.userId] : [])]],
  )
  const sharedId = (await owner.call(createView, { body: { ...view, name: 'shared', search: {}, isShared: true } }))
    .body.result._id
  const ownViewId =
    attacker &&
    (await attacker.call(createView, { body: { name: 'mine', search: {}, isShared: false } })).body.result?._id
  // Of no bug, so that nothing goes on.
  const nothing = { query: { keywords: 'duplicate-of:ffffffff' }, total: 0, fields: { status: 'Closed' } } as const
  const bulkIds: string[] = []
  for (const person of [owner, ...(attacker ? [attacker] : [])]) {
    bulkIds.push((await person.call(changeBugs, { body: nothing })).body.result._id)
  }
  const ownFile = attacker && (await uploaded(attacker, 'mine.txt', 'mine'))
  const bugIds = [...(theirs['bugId'] ?? []), ...(mine['bugId'] ?? [])]
  const files = [attachmentId, ...(ownFile ? [ownFile] : [])]
  const people = [owner.userId, ...(attacker ? [attacker.userId] : [])]
  return {
    cookie: attacker?.cookie,
    userId: attacker?.userId,
    ownConversation: own,
    families: [theirs, mine],
    pools: {
      bugId: bugIds,
      into: bugIds,
      duplicateOf: [...bugIds, ''],
      commentId: [...(theirs['commentId'] ?? []), ...(mine['commentId'] ?? []), internal.commentId],
      before: [...(theirs['commentId'] ?? []), internal.commentId, '5', '999999999'],
      entryId: [...(theirs['entryId'] ?? []), ...(mine['entryId'] ?? []), ...internal.entryIds, '0', '999999999'],
      userId: people,
      from: people,
      sessionId: [...sessions.map(({ id }) => id), 'others', 'all', '00'],
      conversationId: [conversationId, ...(own ? [own] : [])],
      answerId: [answerId],
      viewId: [viewId, sharedId, ...(ownViewId ? [ownViewId] : []), 'untriaged', 'assigned-to-me'],
      attachmentId: files,
      bulkId: bulkIds,
      ids: [...bugIds, files.join(','), bugIds.map((id) => id.slice(0, 8)).join(','), files[0] ?? ''],
      roleName: ['customer', 'staff', 'support', 'admin', 'nobody'],
      role: ['customer', 'staff', 'support', 'admin', 'nobody'],
      permission: ['canViewData', 'canEditAnyUser', 'canFly'],
      email: ['chief@example.test', `new${randomBytes(5).toString('hex')}@example.test`, 'nobody@example.test'],
      password: ['a good password', 'another password'],
      token: [randomBytes(24).toString('base64url')],
      words: ['crashes', 'error', 'page', 'save', 'Ada', 'deleted', 'report', 'chat', 'mail', 'secret', 'кнопка'],
    },
  }
}

/** Restores the people and roles that an attacker with the right to edit them has changed. */
async function restoreRoles(app: TestApp, roles: readonly { name: string; permissions: string[] }[]): Promise<void> {
  const { pool } = app.database
  await pool.query('delete from user_roles where role <> all($1)', [roles.map(({ name }) => name)])
  await pool.query('delete from roles where name <> all($1)', [roles.map(({ name }) => name)])
  for (const { name, permissions } of roles) {
    await pool.query('update roles set permissions = $2 where name = $1', [name, permissions])
  }
  await pool.query(`update users set deactivated_on = null where email = 'chief@example.test'`)
  await pool.query(
    `insert into user_roles select id, 'admin' from users where email = 'chief@example.test' on conflict do nothing`,
  )
}

/** Creates a bug with a comment, a changed comment and a deleted one, of one person. */
async function aFamily(app: TestApp, person: Caller, title: string, deleted: string): Promise<Family> {
  const body = { title, description: `${title} when saving`, stepsToReproduce: 'save' }
  const reported = await person.call(reportBug, { body })
  if (reported.status !== 200) throw new Error(`A report was refused: ${JSON.stringify(reported.body)}`)
  const { _id: bugId } = reported.body.result
  const params = { bugId }
  const say = async (message: string) =>
    (await person.call(addComment, { params, body: { message } })).body.comment.commentId
  const kept = await say('first')
  const changed = await say('second')
  await person.call(editComment, { params: { ...params, commentId: changed }, body: { message: 'second, changed' } })
  const gone = await say(deleted)
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id::text as id from events where subject_id = $1 order by id',
    [bugId],
  )
  await person.call(deleteComment, { params: { ...params, commentId: gone } })
  // The deletion itself is left out: a person who may undo it rightly reads its words.
  return { bugId: [bugId], commentId: [kept, changed, gone], entryId: rows.map(({ id }) => id) }
}

/** Has somebody of the team say something about a bug that only the team sees, and change it. */
async function anInternalComment(app: TestApp, { bugId: [bugId = ''] = [] }: Family, message: string) {
  const insider = await app.person(['admin'])
  const params = { bugId }
  const added = await insider.call(addInternalComment, { params, body: { message } })
  const { commentId } = added.body.comment
  const changed = { params: { bugId, commentId }, body: { message: `${message}, changed` } }
  await insider.call(editComment, changed)
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select id::text as id from events where subject_id = $1 and payload ->> 'commentId' = $2`,
    [bugId, commentId],
  )
  return { commentId, entryIds: rows.map(({ id }) => id) }
}

/** Creates a visitor's conversation with an address, linked to no account. */
async function aConversation(app: TestApp, words: Words): Promise<string> {
  const id = newRecordId()
  await app.database.pool.query(
    `insert into conversations (id, visitor_hash, visitor_name, email, opened_on, last_seq, last_line_on, waiting_since, network, user_agent)
     values ($1, $2, 'Visitor', $3, now(), 1, now(), now(), $4, 'u')`,
    [id, randomBytes(32), `${words.visitorMail}@example.test`, words.network],
  )
  await aLine(app, id, words.chat)
  return id
}

async function aConversationOf(app: TestApp, userId: string): Promise<string> {
  const id = newRecordId()
  await app.database.pool.query(
    `insert into conversations (id, user_id, visitor_name, opened_on, last_seq, last_line_on, network, user_agent)
     values ($1, $2, 'n', now(), 1, now(), 'n', 'u')`,
    [id, userId],
  )
  await aLine(app, id, 'my own words')
  return id
}

async function aLine(app: TestApp, conversationId: string, message: string): Promise<void> {
  await app.database.pool.query(
    `insert into chat_lines (conversation_id, seq, id, sender, sender_name, message, sent_on, words)
     values ($1, 1, $2, 'visitor', 'Visitor', $3, now(), '')`,
    [conversationId, newRecordId(), message],
  )
}
