import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { createQueryClient, isWorthRetrying } from './query-client.ts'
import { endSession, ensureSession, parseSession, refreshSession, sessionQuery } from './session.ts'

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

test('a failed login status counts as logged out', async () => {
  // Without a page there is no server that a relative address could mean, so the call fails.
  const client = createQueryClient()
  expect((await ensureSession(client)).state).toBe('out')
})

test('a server that is away for a moment logs nobody out who was known to be in', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, parseSession(ada))
  expect(await refreshSession(client)).toMatchObject({ state: 'in', name: 'Ada' })
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

test('refusals are not asked again; a missing answer is, twice', () => {
  const refused = new CallError({ status: 403, code: 'forbidden', message: '' })
  const unanswered = new CallError({ status: 0, code: 'unreachable', message: '' })
  expect(isWorthRetrying(0, refused)).toBe(false)
  expect(isWorthRetrying(1, unanswered)).toBe(true)
  expect(isWorthRetrying(2, unanswered)).toBe(false)
})
