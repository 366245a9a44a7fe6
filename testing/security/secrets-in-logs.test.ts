import { openInstallationKey } from '#server/config/installation-key.ts'
import { AccountLinks } from '#server/features/accounts/public.ts'
import { startProcess } from '#testing/product-process.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the log holds no password, token or cookie, at any level, whatever goes wrong, and one line stays one line', async () => {
  const { database, url, drop } = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-logs-'))
  const mail = await startMailServer()
  const mailPassword = randomBytes(12).toString('hex')
  const key = randomBytes(32).toString('hex')
  // The mail server repeats what it was told.
  mail.trouble = (step) => (step === 'auth' ? { refuses: `535 5.7.8 ${mailPassword} is wrong` } : undefined)
  const product = await startProcess({
    ...mail.settings,
    SMTP_URL: mail.url.replace('//', `//moth:${mailPassword}@`),
    SECRET_KEY: key,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
  })
  const password = `pass word ${randomBytes(12).toString('hex')}`
  const login = Buffer.from(`\0moth\0${mailPassword}`).toString('base64')
  const secrets = [password, mailPassword, login, key]
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(product.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    if (cookie) secrets.push(cookie.split('=')[1] ?? '')
    return { status: answer.status, cookie }
  }
  try {
    const person = { fullName: 'F', givenName: 'G', familyName: 'N', email: 'a@example.test', password }
    const { cookie } = await send('/api/user/register', person)
    const token = /setup\?token=(\S+)/.exec(product.output())?.[1] ?? ''
    expect(token).not.toBe('')
    const forged = '{"level":60,"msg":"forged"}'
    await send('/api/user/login', { ...person, password: `${password}\n${forged}` })
    await fetch(`${product.origin}/api/nothing/%0a${encodeURIComponent(forged)}`, {
      headers: { cookie, authorization: `Bearer ${password}`, 'user-agent': forged },
    })
    await fetch(`${product.origin}/page/setup?token=${password}`)
    const linkToken = `${randomBytes(12).toString('hex')}.${randomBytes(32).toString('base64url')}`
    secrets.push(linkToken)
    for (const path of [`/api/reporter-link/${linkToken}`, `/api/reporter-link/${linkToken}/nothing`]) {
      expect((await fetch(product.origin + path)).status).toBe(404)
      expect((await send(path, {})).status).toBe(404)
    }
    expect((await send(`/api/reporter-link/${linkToken}/comments`, { message: 'x' })).status).toBe(404)
    // A link of an account, which only a mail has.
    const { email, ...withoutEmail } = person
    expect((await send('/api/user/forgotPassword', { email })).status).toBe(200)
    const { rows: links } = await database.pool.query<{ id: string }>(
      `select id from account_links where purpose = 'reset'`,
    )
    const accountLinks = new AccountLinks(openInstallationKey({ secretKey: key, dataDir }))
    const path = accountLinks.pathOf({ id: links[0]!.id, purpose: 'reset' }, 'mailed')
    const accountToken = path.split('token=')[1] ?? ''
    secrets.push(accountToken.split('.')[1] ?? '')
    const byLink = (name: string, more: object = {}) =>
      send(`/api/user/${name}`, { token: accountToken, ...more }, { cookie })
    for (const page of ['reset', 'confirm', 'invitation', 'nothing'])
      await fetch(`${product.origin}/page/login/${page}?token=${accountToken}`, { headers: { referer: path } })
    expect((await fetch(`${product.origin}/api/user/checkLink?token=${accountToken}`)).status).toBe(401)
    for (const name of ['checkLink', 'renewResetLink']) expect((await byLink(name)).status).toBe(200)
    expect((await byLink('resetPassword', { password: 'password' })).status).toBe(400)
    expect((await byLink('confirmEmail')).status).toBe(403)
    expect((await send('/api/user/acceptInvitation', { token: accountToken, ...withoutEmail })).status).toBe(403)
    await database.pool.query(
      `insert into mails (id, kind, address, due_on, expires_on)
        values ($1, 'test-mail', 'a@example.test', now(), now() + interval '1 day')`,
      [randomBytes(12).toString('hex')],
    )
    await database.pool.query(`select mothlight_jobs.add_job('send-mails', queue_name => 'send-mails')`)
    await expect.poll(product.output).toContain('a mail was not taken')
    // The mail that confirms the new account's address waits as well.
    const reasons = await database.pool.query<{ last_error: string }>(
      'select distinct last_error from mails where last_error is not null',
    )
    expect(reasons.rows).toEqual([{ last_error: '535 5.7.8 … is wrong' }])
    const chat = await openChatClient(product.origin, cookie)
    await chat.say(`the password is ${password}`)
    // A table is missing, so the calls fail as defects, with all of their input.
    await database.pool.query('alter table sessions rename to gone')
    expect((await send('/api/user/login', person)).status).toBe(500)
    expect((await send('/api/user/login', person, { cookie: `mothlight_session=${password.slice(-24)}` })).status).toBe(
      500,
    )
    expect((await send('/api/user/resetPassword', { token: accountToken, password })).status).toBe(500)
    await database.pool.query('alter table users add constraint never check (id is null) not valid')
    expect((await send('/api/user/register', { ...person, email: 'b@example.test' })).status).toBe(500)
    expect((await fetch(`${product.origin}/page/report/${linkToken}`)).status).toBe(200)
    chat.close()
    await product.end()
    // The set-up link is for the person at the terminal, and was printed once.
    const lines = product.output().split('\n').filter(Boolean)
    const log = lines.filter((line) => line.startsWith('{'))
    expect(log.length).toBeGreaterThan(3)
    for (const line of log) expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
    for (const secret of [...secrets, token, url]) expect(log.filter((line) => line.includes(secret))).toEqual([])
    expect(log.filter((line) => /\$argon2id\$/.test(line))).toEqual([])
    expect(lines.filter((line) => line.includes(token))).toHaveLength(1)
  } finally {
    await product.end()
    await mail.close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
