import { login, register } from '#shared/auth/contract.ts'
import { editMe } from '#shared/users/contract.ts'
import type { Answer, TestApp } from '#testing/test-app.ts'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

/** Checks passwords as ever, and counts how often. */
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})
// The product that other files of this process have loaded knows the real one, and so must that of those to come.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { openTestApp } = await import('#testing/test-app.ts')
const check = vi.mocked((await import('@node-rs/argon2')).verify)

const person = { fullName: 'F', givenName: 'G', familyName: 'N', password: 'the right password' }

let app: TestApp
afterEach(() => app?.end())

async function openWith(settings: Record<string, string>, email = 'known@example.test') {
  app = await openTestApp({ TRUST_PROXY: '127.0.0.1', ...settings })
  expect((await app.stranger.call(register, { body: { ...person, email } })).status).toBe(200)
}

/** Sends a login from some network. */
const attempt = (email: string, password: string, address: string, cookie = '') =>
  app.stranger.call(login, { body: { email, password }, headers: { 'x-forwarded-for': address, cookie } })

/** Returns what a browser keeps after a login besides the session. */
const kept = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('mothlight_browser='))
    ?.split(';')[0]

describe('guessing a password', () => {
  it('from many networks at once ends too, and no single network can lock somebody out', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '1' })
    const email = 'known@example.test'
    for (let n = 0; n < 20; n++) await attempt(email, 'wrong password', '10.1.1.1')
    expect((await attempt(email, person.password, '10.2.2.2')).status).toBe(200)
    const statuses = []
    for (let n = 0; n < 51; n++) statuses.push((await attempt(email, 'wrong password', `10.3.${n}.1`)).status)
    // The first network's one counted too.
    expect(statuses.filter((status) => status === 401)).toHaveLength(49)
    expect(statuses.at(-1)).toBe(429)
    expect((await attempt(email, person.password, '10.4.4.4')).status).toBe(429)
    expect((await attempt('somebody-else@example.test', 'wrong password', '10.4.4.4')).status).toBe(401)
  })

  it('from everywhere locks no browser out that has signed in before, which is counted by itself', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '1' })
    const email = 'known@example.test'
    const others = { ...person, email: 'other@example.test' }
    const foreign = kept(await app.stranger.call(register, { body: others }))
    const own = kept(await attempt(email, person.password, '10.2.2.2'))
    for (let n = 0; n < 51; n++) await attempt(email, 'wrong password', `10.3.${n}.1`)
    // A person who tries many accounts from the same network gets no further either.
    for (let n = 0; n < 20; n++) await attempt(`nobody-${n}@example.test`, 'wrong password', '10.2.2.2')
    const status = async (cookie: string | undefined, password = person.password) =>
      (await attempt(email, password, '10.2.2.2', cookie)).status
    expect([foreign, own]).not.toContain(undefined)
    expect(await status('')).toBe(429)
    expect(await status(foreign)).toBe(429)
    expect(await status(own?.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).toBe(429)
    expect(await status(own?.replace(/=./, (first) => (first === '=A' ? '=E' : '=A')))).toBe(429)
    // The number stays, so that its counter stays.
    const again = await attempt(email, person.password, '10.2.2.2', own)
    expect([again.status, kept(again)]).toEqual([200, own])
    expect([await status(own, 'wrong password'), await status(own, 'wrong password'), await status(own)]).toEqual([
      ...[401, 429, 429],
    ])
  })

  it('is not made easier by what a browser keeps of a password that was changed', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '1' })
    const entered = await attempt('known@example.test', person.password, '10.2.2.2')
    const session = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const changed = await app.stranger.call(editMe, {
      body: { password: 'another password' },
      headers: { cookie: session },
    })
    expect(changed.status).toBe(200)
    const statuses = []
    for (let n = 0; n < 2; n++) {
      statuses.push((await attempt('known@example.test', 'wrong password', '10.2.2.2', kept(entered))).status)
      statuses.push((await attempt('known@example.test', 'wrong password', '10.2.2.2')).status)
    }
    // Counted as any other browser of this network.
    expect(statuses).toEqual([401, 429, 429, 429])
  })

  it('of many accounts from one network ends too', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '1' })
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await attempt(`n${n}@example.test`, 'one password', '10.1.1.1')).status)
    expect([statuses.slice(0, 20).every((status) => status === 401), statuses[20]]).toEqual([true, 429])
    expect((await attempt('n30@example.test', 'one password', '10.1.1.2')).status).toBe(401)
  })

  it('from one household’s IPv6 addresses counts as from one', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '2' })
    const statuses = []
    for (const end of ['1', '2', '3', 'ffff:1']) {
      statuses.push((await attempt('known@example.test', 'wrong password', `2001:db8:1:1::${end}`)).status)
    }
    expect(statuses).toEqual([401, 401, 429, 429])
  })

  it('can’t hide behind a header that no trusted proxy has written', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '2', TRUST_PROXY: 'off' })
    const statuses = []
    for (let n = 0; n < 4; n++)
      statuses.push((await attempt('known@example.test', 'wrong password', `10.9.9.${n}`)).status)
    expect(statuses).toEqual([401, 401, 429, 429])
  })
})

describe('asking which accounts exist', () => {
  it('takes the same work for those that don’t, or are deactivated', async () => {
    await openWith({ LIMIT_FAILED_LOGINS: '100000' })
    const gone = await app.person(['customer'], { email: 'gone@example.test' })
    await app.database.pool.query(
      `update users set deactivated_on = now(), password_hash = (select password_hash from users where email = 'known@example.test') where id = $1`,
      [gone.userId],
    )
    const emails = ['known@example.test', 'gone@example.test', 'nobody@example.test']
    for (const email of emails) {
      check.mockClear()
      const answer = await attempt(email, 'wrong password', '10.1.1.1')
      expect([answer.status, answer.refusal.error.message]).toEqual([
        401,
        'No account has this e-mail address and password.',
      ])
      // All else takes a small part of the time that checking a password takes.
      const hashes = check.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'))
      expect(hashes, email).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
    }
  })
})
