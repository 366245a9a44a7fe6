import { openInstallationKey } from '#server/config/installation-key.ts'
import { keepReplyAddress, replyAddressOf } from '#server/features/mail/public.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { generateKeyPairSync } from 'node:crypto'
import { type NameServer, startNameServer } from './name-server.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export type Person = Awaited<ReturnType<TestApp['person']>>

/** The domain whose senders are people of a test; it signs what they write, and says that others are to be refused. */
export const senders = 'example.test'
export const mailInSecret = 'a-secret-of-the-test'
export const ownDomain = 'bugs.mothlight.example'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const dkim = {
  domainName: senders,
  keySelector: 'test',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** The product with its listener and its route for mail, and the name server by which it checks senders. */
export interface MailInApp {
  readonly app: TestApp
  readonly names: NameServer
  readonly port: number
  end(): Promise<void>
}

export async function openMailIn(settings: Record<string, string> = {}): Promise<MailInApp> {
  const names = await startNameServer()
  nameSenders(names)
  const app = await openTestApp({
    MAIL_IN_ADDRESS: `mothlight@${ownDomain}`,
    MAIL_LISTEN: '127.0.0.1:0',
    MAIL_IN_SECRET: mailInSecret,
    MAIL_DNS: names.address,
    ...settings,
  })
  return {
    app,
    names,
    port: (await app.listenForMail()) ?? 0,
    end: async () => {
      await app.end()
      await names.close()
    },
  }
}

/** Tells the world by which key mails of the senders are signed. */
export function nameSenders(names: NameServer): void {
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  names.texts.set(`test._domainkey.${senders}`, `v=DKIM1; k=rsa; p=${spki}`)
  names.texts.set(`_dmarc.${senders}`, 'v=DMARC1; p=reject')
}

/** Somebody with a confirmed address, who has reported a bug. */
export async function aReader(app: TestApp, roles: readonly string[] = ['customer']) {
  const person = await app.person(roles)
  await app.database.pool.query('update users set email_confirmed_on = now() where id = $1', [person.userId])
  const body = { title: 'The lamp flickers', description: 'At night', stepsToReproduce: 'Wait' }
  const { _id: bugId, key } = (await person.call(reportBug, { body })).body.result
  return { person, bugId, key, replyTo: await replyTo(app, person.userId, bugId) }
}

/** The address by which somebody comments on a bug, as their next mail would have it. */
export async function replyTo(app: TestApp, userId: string, bugId: string): Promise<string> {
  const target = { userId, bugId }
  const out = { replyDomain: ownDomain }
  await app.inTx((tx) => keepReplyAddress(tx, out, target))
  return (await replyAddressOf(app.database.db, openInstallationKey(app.config), out, target)) ?? ''
}

/** Makes a mail as a program of somebody does; signed unless it is said otherwise. @param dkimHeaders which headers are signed */
export async function mailOf(mail: SendMailOptions & { isSigned?: boolean; dkimHeaders?: string }): Promise<Buffer> {
  const { isSigned = true, dkimHeaders, ...options } = mail
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(isSigned && { dkim: { ...dkim, ...(dkimHeaders !== undefined && { headerFieldNames: dkimHeaders }) } }),
  })
  const { message } = await transport.sendMail(options)
  return message as Buffer
}

/** Delivers a mail to the listener, as the mail server of its sender does. @returns what it answered */
export async function deliver(
  port: number,
  raw: Buffer,
  envelope: { from: string; to: string | string[] },
): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  try {
    const { response } = await transport.sendMail({ envelope, raw })
    return response
  } finally {
    transport.close()
  }
}

/** Posts a mail to the route. */
export const post = (app: TestApp, raw: Buffer | string, secret: string | undefined = mailInSecret) =>
  app.stranger.send('POST', '/api/mail/in', raw, {
    'content-type': 'message/rfc822',
    ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
  })

export interface ReceivedRow {
  readonly state: string
  readonly reason: string | null
  readonly comment_id: string | null
}

/** What became of the mails that came, in the order in which they came. */
export async function received(app: TestApp): Promise<ReceivedRow[]> {
  const { rows } = await app.database.pool.query<ReceivedRow>(
    'select state, reason, comment_id from received_mails order by received_on, id',
  )
  return rows
}

/** The comments on a bug, oldest first. */
export async function commentsOn(
  app: TestApp,
  bugId: string,
): Promise<{ user_id: string; message: string; id: string }[]> {
  const { rows } = await app.database.pool.query<{ user_id: string; message: string; id: string }>(
    'select id, user_id, message from comments where bug_id = $1 order by created_on, id',
    [bugId],
  )
  return rows
}

export const handle = (app: TestApp) => app.runJob('handle-received-mails')
