import { uploaded } from '#testing/attachment-parts.ts'
import { permissionNames } from '#shared/access/permissions.ts'
import { viewAttachment } from '#shared/attachments/contract.ts'
import { addComment, addInternalComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { endpoints } from '#shared/endpoints.ts'
import { setBugLevel } from '#shared/following/contract.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { changeRole } from '#shared/roles/contract.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBodies, acceptedQueries } from '#testing/calls/accepted-bodies.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { recordsOf } from '#testing/records-of.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'

type Person = Awaited<ReturnType<TestApp['person']>>
type Ids = Readonly<Record<string, string>>

/** A word that stands in internal comments alone. */
const secret = 'quizzaciously'
const unknown = 'f'.repeat(24)

let app: TestApp
let origin: string
/** Writes internal comments. */
let insider: Person
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '1000000', LIMIT_EXPORTS: '1000000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const most = permissionNames.filter((name) => name !== 'canViewInternalComments')
  await app.database.pool.query(`insert into roles (name, permissions) values ('outsider', $1)`, [most])
  insider = await app.person(['admin'], { fullName: 'Ina Insider' })
})
afterAll(async () => {
  open.forEach((client) => client.close())
  await app?.end()
})

/** A bug of somebody, into which another one was merged, both followed by them. */
async function aTree(owner: Person): Promise<Ids> {
  const ids = await recordsOf(app, owner.userId)
  const { bugId = '', originalId: duplicateId = '' } = ids
  await insider.call(mergeBug, { params: { bugId: duplicateId }, body: { into: bugId } })
  for (const one of [bugId, duplicateId])
    await owner.call(setBugLevel, { params: { bugId: one }, body: { level: 'everything' } })
  return { ...ids, duplicateId }
}

/** Everything that can happen to internal comments. @returns what only who sees them may learn */
async function talkInternally({ bugId = '', duplicateId = '' }: Ids, to: string) {
  const say = async (params: { bugId: string }, message: string) =>
    (await insider.call(addInternalComment, { params, body: { message } })).body.comment.commentId
  const fileId = await uploaded(insider, `${secret}.txt`, secret)
  const kept = await say({ bugId }, `${secret} one, @${to}, attachment:${fileId}`)
  const gone = await say({ bugId }, `${secret} two`)
  const back = await say({ bugId: duplicateId }, `${secret} three`)
  await insider.call(editComment, {
    params: { bugId, commentId: kept },
    body: { message: `${secret} one, attachment:${fileId}, @${to}!` },
  })
  await insider.call(deleteComment, { params: { bugId, commentId: gone } })
  await insider.call(deleteComment, { params: { bugId: duplicateId, commentId: back } })
  const entryIds = await internalEntries(bugId)
  const [deletion = ''] = (await internalEntries(duplicateId)).slice(-1)
  const undone = await insider.call(undoChange, { params: { bugId: duplicateId, entryId: deletion } })
  expect(undone.status).toBe(200)
  await app.notified()
  return { kept, gone, back, fileId, entryIds }
}

async function internalEntries(bugId: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select id::text as id from events where subject_id = $1 and type like 'internal-%' order by id`,
    [bugId],
  )
  return rows.map(({ id }) => id)
}

const pathOf = (endpoint: Endpoint, ids: Ids) =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'spare')

/** Whatever changes by itself: when somebody was here, and for which request the answer is. */
function steady(text: string, headers: Record<string, unknown>): string {
  return text
    .replaceAll(String(headers['x-request-id']), '(request)')
    .replaceAll(/"(seenOn|at|checkedOn|now)":"[^"]*"/g, '"$1":""')
}

/** What searches a list takes, some of which internal comments would answer. */
const searches = [
  ...[secret, `-${secret}`, `"${secret} one"`, secret.slice(0, 6), `${secret.slice(0, -1)}x`, `${secret} m`],
  ...['has:attachment', 'commenter:@me', 'is:followed', 'sort:updated', 'updated:today'],
]

/** Calls that change nothing, each with all that it may be asked with. */
const reads = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const isSearch = ['findSimilar', 'listCandidates'].includes(name)
  if (endpoint.method !== 'GET' && !isSearch) return []
  const takesKeywords = 'keywords' in ((endpoint.query as { def?: { shape?: object } })?.def?.shape ?? {})
  const asked = takesKeywords ? searches.map((keywords) => `?keywords=${encodeURIComponent(keywords)}`) : []
  return [[name, endpoint, [acceptedQueries[name] ?? '', ...asked]] as const]
})

async function answersOf(caller: Caller, ids: Ids): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const [name, endpoint, queries] of reads) {
    const url = pathOf(endpoint, ids)
    for (const query of queries) {
      const body = endpoint.body && {
        ...(acceptedBodies[name]?.({ ...ids, originalId: ids['originalId'] ?? '' }) as object),
        title: secret,
      }
      const { status, body: answer, headers } = await caller.send(endpoint.method, url + query, body)
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      answers.set(`${name} ${query}`, `${status} ${steady(text, headers)}`)
    }
  }
  return answers
}

describe.each([
  ['a customer', ['customer']],
  ['somebody with every other permission', ['outsider']],
])('for %s', (_who, roles) => {
  it('every answer is the same, whatever the team says among itself', async () => {
    const person = await app.person(roles, { fullName: `Ned Outside ${roles.join('')}` })
    const ids = await aTree(person)
    const others = { ...ids, commenter: insider.userId }
    await app.notified()
    const before = await answersOf(person, others)
    const said = await talkInternally(ids, `Ned Outside ${roles.join('')}`)
    const after = await answersOf(person, others)
    expect([...after].filter(([asked, answer]) => answer !== before.get(asked))).toEqual([])
    const all = [...after.values()].filter((answer) => !answer.includes('correct')).join('\n')
    for (const id of [said.kept, said.gone, said.back, said.fileId]) expect(all).not.toContain(id)
  })

  it('no call finds one by its id, or its entry', async () => {
    const person = await app.person(roles)
    const ids = await aTree(person)
    const { kept, gone, fileId, entryIds } = await talkInternally(ids, 'nobody')
    const naming = Object.entries(endpoints).filter(
      ([name, { path }]) => /:(commentId|entryId)/.test(path) || name === 'listMergedComments' || name === 'seeBug',
    )
    const ask = async (name: string, endpoint: Endpoint, comment: string, entry: string) => {
      const named = { ...ids, commentId: comment, entryId: entry }
      const query = name === 'listMergedComments' ? `?before=${comment}` : ''
      const body = acceptedBodies[name]?.({ ...named, originalId: '' })
      const {
        status,
        body: answer,
        headers,
      } = await person.send(endpoint.method, pathOf(endpoint, named) + query, body)
      return [name, status, steady(JSON.stringify(answer), headers)]
    }
    for (const [name, endpoint] of naming) {
      for (const comment of [kept, gone])
        for (const entry of entryIds)
          expect(await ask(name, endpoint, comment, entry)).toEqual(await ask(name, endpoint, unknown, '999999999'))
    }
    for (const size of ['', '?size=thumbnail']) {
      const file = (id: string) =>
        person.send('GET', viewAttachment.path.replace(':attachmentId', id) + size, undefined)
      expect((await file(fileId)).status).toBe((await file(unknown)).status)
    }
    // Nobody makes the file theirs by a text that refers to it.
    const { bugId = '' } = ids
    await person.call(addComment, { params: { bugId }, body: { message: `attachment:${fileId}` } })
    expect((await person.send('GET', viewAttachment.path.replace(':attachmentId', fileId), undefined)).status).toBe(404)
  })

  it('no socket hears of one, and those who see them do at once', async () => {
    const person = await app.person(roles)
    const ids = await aTree(person)
    const { bugId = '' } = ids
    const [outside, inside] = [
      await openChatClient(origin, person.cookie),
      await openChatClient(origin, (await app.person(['staff'])).cookie),
    ]
    open.push(outside, inside)
    for (const client of [outside, inside]) await client.send(lookAt, { bugId, isList: true })
    // What happened to the bugs before is pushed by now.
    await insider.call(addComment, { params: { bugId }, body: { message: 'before' } })
    const { rows } = await app.database.pool.query('select max(id)::text as id from events where subject_id = $1', [
      bugId,
    ])
    const isLast = ({ data }: { data: unknown }) => (data as { entryId?: string } | undefined)?.entryId === rows[0].id
    const isList = ({ name }: { name: string }) => name === 'bugs-changed'
    await expect
      .poll(
        () =>
          outside.received.findLastIndex(isList) > outside.received.findIndex(isLast) && outside.received.some(isLast),
      )
      .toBe(true)
    const before = outside.received.length
    const first = (await outside.send(lookAt, { bugId, isList: true })) as { data?: unknown }
    const said = await talkInternally(ids, 'nobody')
    await expect.poll(() => JSON.stringify(inside.received)).toContain(said.entryIds.at(-1) ?? 'none')
    expect(await outside.send(lookAt, { bugId, isList: true })).toEqual(first)
    // Whatever would have been pushed comes before this.
    await insider.call(addComment, { params: { bugId }, body: { message: 'for everybody' } })
    const since = () => outside.received.slice(before)
    await expect.poll(() => since().some(({ name }) => name === 'bugs-changed')).toBe(true)
    const heard = since().filter(({ name }) => name !== 'bug-viewers')
    expect(heard.filter(({ name }) => name === 'bug-changed')).toHaveLength(1)
    expect(heard.filter(({ name }) => name === 'bugs-changed')).toHaveLength(1)
    expect(JSON.stringify(heard)).not.toContain(secret)
    for (const id of said.entryIds) expect(JSON.stringify(heard)).not.toContain(`"${id}"`)
  })
})

it('whoever loses the permission hears and reads of them no more', async () => {
  await app.database.pool.query(
    `insert into roles (name, permissions) values ('briefly', '{canViewData,canViewInternalComments}')`,
  )
  const person = await app.person(['briefly'])
  const ids = await aTree(person)
  const { bugId = '' } = ids
  await talkInternally(ids, 'nobody')
  const timeline = async () => JSON.stringify((await person.call(listTimeline, { params: { bugId } })).body)
  expect(await timeline()).toContain(secret)
  const client = await openChatClient(origin, person.cookie)
  open.push(client)
  await client.send(lookAt, { bugId })
  const gone = new Promise((resolve) => client.socket.once('disconnect', resolve))
  await insider.call(changeRole, { params: { roleName: 'briefly' }, body: { permissions: ['canViewData'] } })
  await gone
  expect(await timeline()).not.toContain(secret)
  expect((await person.call(addInternalComment, { params: { bugId }, body: { message: 'x' } })).status).toBe(403)
})

it('every event that a socket sends is among those that are tried here', () => {
  const named = Object.values(socketEvents).filter(({ payload }) => {
    const { shape } = (payload as unknown as { def: { shape?: object } }).def
    return Object.keys(shape ?? {}).some((key) => /bug|comment|entry/i.test(key))
  })
  expect(named).toEqual([lookAt])
})
