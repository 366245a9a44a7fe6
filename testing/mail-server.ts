import PostalMime, { type Email } from 'postal-mime'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it came. */
export interface GotMail {
  /** Envelope. */
  readonly from: string
  readonly to: readonly string[]
  readonly isEncrypted: boolean
  readonly raw: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Values by names in lower case; the first of a name. */
  readonly headers: Readonly<Record<string, string>>
}

/** A step of a delivery at which the server can make trouble. */
export type MailStep = 'connect' | 'auth' | 'from' | 'to' | 'data'

/** What it does there: refuses with these words, never answers, or cuts the connection off. */
export type MailTrouble = { readonly refuses: string } | 'stall' | 'hang-up'

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  /** Settings for `openTestApp`. */
  readonly settings: Readonly<Record<string, string>>
  /** Everything that it took, in order. */
  readonly mails: GotMail[]
  /** Returns the mails to an address. */
  to(address: string): GotMail[]
  /** Asked at each step of each delivery. @param value address or user @returns undefined: the server goes on */
  trouble: ((step: MailStep, value: string) => MailTrouble | undefined) | undefined
  /** How often it made trouble. */
  troubles: number
  /** Called with each mail right after it was taken, before the client hears of it. */
  onTaken: ((mail: GotMail) => Promise<void> | void) | undefined
  close(): Promise<void>
}

/** Starts a mail server on a free port that keeps what comes, and passes nothing on. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: GotMail[] = []
  const ask = (step: MailStep, value: string, go: (error?: Error) => void, end: () => void) => {
    const trouble = mail.trouble?.(step, value)
    if (trouble) mail.troubles++
    if (trouble === 'stall') return
    if (trouble === 'hang-up') end()
    else if (trouble) go(refusal(trouble.refuses))
    else go()
  }
  // A session does not tell its socket.
  const cutAll = () => server.connections.forEach((connection) => connection.close())
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onConnect: (session, done) => ask('connect', session.remoteAddress, done, cutAll),
    onAuth: (auth, _session, done) =>
      ask('auth', auth.username ?? '', (error) => done(error ?? null, { user: auth.username ?? '' }), cutAll),
    onMailFrom: (address, _session, done) => ask('from', address.address, done, cutAll),
    onRcptTo: (address, _session, done) => ask('to', address.address, done, cutAll),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        ask('data', '', (error) => (error ? done(error) : void take(Buffer.concat(chunks), session, done)), cutAll)
      })
    },
    ...options,
  })
  async function take(
    raw: Buffer,
    session: Parameters<NonNullable<SMTPServerOptions['onData']>>[1],
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope
    const got = gotMail(await PostalMime.parse(raw), raw, {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map((to) => to.address),
      isEncrypted: session.secure,
    })
    mails.push(got)
    await mail.onTaken?.(got)
    done()
  }
  server.on('error', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const mail: MailServer = {
    url,
    settings: { SMTP_URL: url, MAIL_FROM: 'Mothlight <bugs@mothlight.example>', LIMIT_MAILS: '1000000' },
    mails,
    to: (address) => mails.filter(({ to }) => to.includes(address)),
    trouble: undefined,
    troubles: 0,
    onTaken: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cutAll()
      }),
  }
  return mail
}

function gotMail(email: Email, raw: Buffer, way: Pick<GotMail, 'from' | 'to' | 'isEncrypted'>): GotMail {
  return {
    ...way,
    raw: raw.toString('latin1'),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: Object.fromEntries(email.headers.toReversed().map(({ key, value }) => [key.toLowerCase(), value])),
  }
}

/** An error that the server answers with its words, such as `550 5.1.1 No such user`. */
function refusal(words: string): Error {
  return Object.assign(new Error(words.replace(/^\d{3} /, '')), { responseCode: Number(words.slice(0, 3)) })
}
