import { assignBug, closeBug, reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { lookAt, type Viewer } from '#shared/live/socket-events.ts'
import { changeRole } from '#shared/roles/contract.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let origin: string
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_CONNECTIONS: '1000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  open.forEach((client) => client.close())
  await app?.end()
})

async function connected(who: Caller): Promise<ChatClient> {
  const client = await openChatClient(origin, who.cookie)
  open.push(client)
  return client
}

async function aBug(): Promise<string> {
  const reporter = await app.person(['customer'])
  const body = { title: 'Lamp', description: 'Flickers', stepsToReproduce: 'Wait' }
  return (await reporter.call(reportBug, { body })).body.result._id
}

const pushesOf = (client: ChatClient, name: string) =>
  client.received.filter((packet) => packet.name === name).map(({ data }) => data as Record<string, unknown>)

const viewersTold = (client: ChatClient) =>
  (pushesOf(client, 'bug-viewers').at(-1)?.['viewers'] as Viewer[] | undefined)?.map(({ fullName }) => fullName)

describe('a live page', () => {
  it('hears of each change of its bug as an address, and of no other bug', async () => {
    const staff = await app.person(['staff'])
    const [bugId, another] = [await aBug(), await aBug()]
    // Who looks while the report itself is still on its way hears of it too.
    await app.relay.settled()
    const client = await connected(await app.person(['customer']))
    const looked = await client.send(lookAt, { bugId })
    expect(looked).toMatchObject({ ok: true, viewers: [] })
    const last = await app.database.pool.query<{ id: number }>(
      'select max(id) as id from events where subject_id = $1',
      [bugId],
    )
    expect(looked).toMatchObject({ entryId: String(last.rows[0]?.id) })
    await staff.call(closeBug, { params: { bugId: another }, body: { closed: true } })
    await staff.call(addComment, { params: { bugId }, body: { message: 'private words' } })
    await expect.poll(() => pushesOf(client, 'bug-changed').length).toBe(1)
    expect(pushesOf(client, 'bug-changed')).toEqual([{ bugId, entryId: expect.stringMatching(/^\d+$/) }])
    expect(JSON.stringify(client.received)).not.toContain('private words')
    await client.send(lookAt, {})
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    await app.relay.settled()
    expect(pushesOf(client, 'bug-changed')).toHaveLength(1)
  })

  it('of no bug is refused, and tells nothing of other records', async () => {
    const person = await app.person(['customer'])
    const client = await connected(person)
    for (const bugId of ['f'.repeat(24), person.userId, 'x']) {
      expect(await client.send(lookAt, { bugId })).toMatchObject({ ok: false, error: { code: 'not-found' } })
    }
  })

  it('of a list hears which bugs changed, many at once', async () => {
    const staff = await app.person(['staff'])
    const client = await connected(staff)
    await client.send(lookAt, { isList: true })
    const bugIds = [await aBug(), await aBug()]
    await staff.call(closeBug, { params: { bugId: bugIds[0] ?? '' }, body: { closed: true } })
    const told = () => pushesOf(client, 'bugs-changed').flatMap((push) => push['bugIds'] as string[])
    await expect.poll(() => bugIds.every((id) => told().includes(id))).toBe(true)
    expect(pushesOf(client, 'bugs-changed').every((push) => push['isMore'] === false)).toBe(true)
  })

  it('knows who else looks at its bug, each person once and nobody twice', async () => {
    const bugId = await aBug()
    const [ann, ben] = [
      await app.person(['staff'], { fullName: 'Ann' }),
      await app.person(['staff'], { fullName: 'Ben' }),
    ]
    const [first, second, third] = [await connected(ann), await connected(ann), await connected(ben)]
    await first.send(lookAt, { bugId })
    await second.send(lookAt, { bugId })
    const looked = await third.send(lookAt, { bugId, isEditing: true })
    expect(looked).toMatchObject({ viewers: [{ fullName: 'Ann', isEditing: false }] })
    await expect
      .poll(() => pushesOf(first, 'bug-viewers').at(-1))
      .toEqual({
        bugId,
        viewers: [{ _id: ben.userId, fullName: 'Ben', isEditing: true }],
      })
    third.close()
    await expect.poll(() => viewersTold(second)).toEqual([])
    first.close()
    await second.send(lookAt, {})
  })

  it('hears nothing any more once its owner may not see bugs', async () => {
    await app.database.pool.query(`insert into roles (name, permissions) values ('looking', '{canViewData}')`)
    const [bugId, admin] = [await aBug(), await app.person(['admin'])]
    const client = await connected(await app.person(['looking']))
    expect(await client.send(lookAt, { bugId, isList: true })).toMatchObject({ ok: true })
    await admin.call(changeRole, { params: { roleName: 'looking' }, body: { permissions: [] } })
    await expect.poll(() => client.socket.connected).toBe(false)
    const before = client.received.length
    await admin.call(assignBug, { params: { bugId }, body: { userId: admin.userId } })
    await app.relay.settled()
    expect(client.received).toHaveLength(before)
  })
})
