import { expect, test } from 'vitest'
import { CallError, saysNothing } from '#web/lib/call-error.ts'
import { createQueryClient, isWorthRetrying } from '#web/lib/query-client.ts'
import {
  beginSession,
  endSession,
  ensureSession,
  knownSession,
  parseSession,
  refreshSession,
  sessionQuery,
} from './session.ts'

const ada = { loggedIn: true, name: 'Ada', _id: '65f0', permissions: ['canViewData' as const] }

test('a session holds exactly the permissions that the server named', () => {
  const session = parseSession(ada)
  expect(session).toMatchObject({ state: 'in', name: 'Ada', userId: '65f0' })
  expect(session.has('canViewData')).toBe(true)
  expect(session.has('canEditAnyBug')).toBe(false)
})

test('a stranger has no name and no permission, whatever else the answer says', () => {
  const session = parseSession({ ...ada, loggedIn: false })
  expect(session).toMatchObject({ state: 'out', name: '', userId: undefined })
  expect(session.permissions.size).toBe(0)
})

test('a login status that nobody answers leaves open who is there, and what was known as it is', async () => {
  // Without a page, a relative address reaches no server.
  const client = createQueryClient()
  expect(await ensureSession(client)).toMatchObject({ state: 'unknown', unanswered: { tries: 1 } })
  client.setQueryData(sessionQuery.queryKey, parseSession(ada))
  expect(await refreshSession(client)).toMatchObject({ state: 'in', name: 'Ada', unanswered: { tries: 1 } })
  expect(await refreshSession(client)).toMatchObject({ state: 'in', name: 'Ada', unanswered: { tries: 2 } })
})

test('who waits to know who is there is told once it is known, or when they no longer want to', async () => {
  const client = createQueryClient()
  const [waiting, given] = [new AbortController(), new AbortController()]
  const told = knownSession(client, waiting.signal)
  const untold = knownSession(client, given.signal)
  given.abort()
  expect((await untold).state).toBe('unknown')
  client.setQueryData(sessionQuery.queryKey, parseSession(ada))
  expect((await told).name).toBe('Ada')
})

test('after a login whose session can’t be read nobody counts as logged out', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, parseSession({ ...ada, loggedIn: false }))
  await beginSession(client)
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ state: 'unknown', unanswered: { tries: 1 } })
})

test('logging out forgets every record and keeps what does not depend on the account', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, parseSession(ada))
  client.setQueryData(['bugs', 'list'], ['secret'])
  client.setQueryData(['site'], { bannerText: 'hello' })
  await endSession(client)
  expect(client.getQueryData(sessionQuery.queryKey)?.state).toBe('out')
  expect(client.getQueryData(['bugs', 'list'])).toBeUndefined()
  expect(client.getQueryData(['site'])).toEqual({ bannerText: 'hello' })
})

test('a refusal is an answer; a silent server, one that fails and one that is somebody else’s are not', () => {
  const answered = (status: number, code: 'unreadable' | 'invalid-input' = 'unreadable') =>
    saysNothing(new CallError({ status, code, message: '' }))
  expect([0, 200, 403, 404, 500, 502, 503].filter((status) => !answered(status))).toEqual([])
  expect([400, 401, 403, 404].filter((status) => answered(status, 'invalid-input'))).toEqual([])
})

test('refusals are not asked again; a missing answer is, twice', () => {
  const refused = new CallError({ status: 403, code: 'forbidden', message: '' })
  const unanswered = new CallError({ status: 0, code: 'unreachable', message: '' })
  expect(isWorthRetrying(0, refused)).toBe(false)
  expect(isWorthRetrying(1, unanswered)).toBe(true)
  expect(isWorthRetrying(2, unanswered)).toBe(false)
})
