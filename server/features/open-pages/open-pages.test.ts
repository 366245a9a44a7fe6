import * as events from '#shared/chat/socket-events.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPagesOf } from './open-pages.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await openTestApp()
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app?.end())

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const pageOf = async (who: string) => (await openPagesOf(app.database.db, [who])).get(who)

it('whose page is open is known with the time zone of its clock, and for a minute after it was closed', async () => {
  const person = await app.person(['customer'])
  const client = await openChatClient(origin, person.cookie, { auth: { timeZone: 'Europe/Berlin' } })
  await expect.poll(() => pageOf(person.userId)).toMatchObject({ isOpen: true, timeZone: 'Europe/Berlin' })
  client.close()
  await query(`update open_pages set seen_on = seen_on - interval '80 seconds' where who = $1`, [person.userId])
  expect(await pageOf(person.userId)).toMatchObject({ isOpen: false, timeZone: 'Europe/Berlin' })

  // A page that says nothing of its clock, or what is none, leaves what was known.
  for (const timeZone of ['Nowhere/At all', 'x'.repeat(65), 7, undefined]) {
    await query(`update open_pages set seen_on = now() - interval '80 seconds' where who = $1`, [person.userId])
    const again = await openChatClient(origin, person.cookie, { auth: { timeZone } })
    await expect.poll(() => pageOf(person.userId)).toMatchObject({ isOpen: true, timeZone: 'Europe/Berlin' })
    again.close()
  }
})

it('a visitor without an account is known by their conversation, and forgotten after a day', async () => {
  const visitor = await openChatClient(origin)
  const { conversationId } = await visitor.say('Hello')
  const other = await openChatClient(origin, (await app.person(['customer'])).cookie)
  await other.send(events.syncConversation, {})
  await expect.poll(() => pageOf(conversationId)).toMatchObject({ isOpen: true })
  const person = await app.person(['customer'])
  await query(`insert into open_pages (who) values ($1)`, [person.userId])
  visitor.close()
  other.close()
  await query(`update open_pages set seen_on = now() - interval '25 hours'`)
  await app.runJob('forget-open-pages')
  expect(await pageOf(conversationId)).toBeUndefined()
  expect(await pageOf(person.userId)).toMatchObject({ isOpen: false })
})
