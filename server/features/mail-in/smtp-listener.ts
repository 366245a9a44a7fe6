import { ConfigError, type ListenerSettings } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { networkOf } from '#server/http/network.ts'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { MailInNeeds } from './mail-in.ts'
import { ownAddressOf } from './own-addresses.ts'
import { maxMailBytes } from './received-store.ts'
import { type Receive, Refused } from './receive.ts'

/** Connections at once, those of one network, and mails of one network in an hour. */
const most = { connections: 50, perNetwork: 5, mailsAnHour: 200, recipients: 20 }
const hour = 3_600_000
/** Bytes of all mails that are being received or stored; beyond it senders come again later. */
const mostHeldBytes = 4 * maxMailBytes
/** Milliseconds for which a connection may say nothing. */
const longestPause = 60_000
/** Milliseconds for which a connection may last, whatever it says. */
const longestConnection = 10 * 60_000

export interface Listener {
  readonly port: number
  close(): Promise<void>
}

/**
 * Opens the product's own mail server. It takes mail for the product's addresses, asks nobody to log in, and passes nothing on. A mail
 * is stored before its sender hears that it was taken.
 * @throws ConfigError when it can't listen there, or its certificate can't be read
 */
export async function openSmtpListener(
  { host, port, tls }: ListenerSettings,
  needs: Pick<MailInNeeds, 'key' | 'settings' | 'sender'>,
  receive: Receive,
  log: Logger,
  mostBytes = mostHeldBytes,
): Promise<Listener> {
  const [{ SMTPServer }, certificate] = await Promise.all([import('smtp-server'), tls && readCertificate(tls)])
  const address = needs.settings?.address ?? ''
  const open = new Map<string, number>()
  const taken = new Map<string, { count: number; since: number }>()
  const isOwn = (to: string) => {
    const own = ownAddressOf(to, { key: needs.key, address, sender: needs.sender })
    return own !== undefined && (own.is !== 'reply' || own.replyId !== undefined)
  }
  const networkIn = (session: SMTPServerSession) => networkOf(session.remoteAddress)
  const counted = new WeakSet<SMTPServerSession>()
  const clocks = new Map<string, NodeJS.Timeout>()
  let heldBytes = 0

  const server = new SMTPServer({
    name: address.split('@')[1] ?? 'localhost',
    banner: 'Mothlight',
    size: maxMailBytes,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...certificate,
    disableReverseLookup: true,
    maxClients: most.connections,
    maxRecipients: most.recipients,
    maxAllowedUnauthenticatedCommands: 100,
    socketTimeout: longestPause,
    closeTimeout: 2000,
    logger: false,
    onConnect: (session, done) => {
      const network = networkIn(session)
      const count = open.get(network) ?? 0
      if (count >= most.perNetwork) return done(refusal(421, '4.7.0 Too many connections of your network'))
      open.set(network, count + 1)
      counted.add(session)
      clocks.set(session.id, setTimeout(() => cutOff(session.id), longestConnection).unref())
      done()
    },
    onClose: (session) => {
      clearTimeout(clocks.get(session.id))
      clocks.delete(session.id)
      if (!counted.delete(session)) return
      const network = networkIn(session)
      const left = (open.get(network) ?? 1) - 1
      if (left <= 0) open.delete(network)
      else open.set(network, left)
    },
    onMailFrom: (_from, session, done) => {
      const network = networkIn(session)
      const now = performance.now()
      for (const [one, { since }] of taken) if (now - since > hour) taken.delete(one)
      const known = taken.get(network) ?? { count: 0, since: now }
      taken.set(network, { ...known, count: known.count + 1 })
      if (known.count >= most.mailsAnHour)
        return done(refusal(450, '4.7.1 Too many mails of your network: try again later'))
      done()
    },
    onRcptTo: ({ address: to }, _session, done) =>
      done(isOwn(to) ? undefined : refusal(550, '5.1.1 There is no such address here')),
    onData: (stream, session, done) => void answer(stream, session, done),
  })

  function cutOff(id: string): void {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  }

  async function answer(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null, message?: string) => void,
  ): Promise<void> {
    try {
      await take(stream, session)
    } catch (error) {
      return done(error as Error)
    }
    done(null, 'Taken')
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const pieces: Buffer[] = []
    let [bytes, ownBytes, isTooMuch] = [0, 0, false]
    const release = () => {
      heldBytes -= ownBytes
      ownBytes = 0
      pieces.length = 0
    }
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        bytes += piece.length
        isTooMuch ||= heldBytes + piece.length > mostBytes
        // The rest is read and dropped, so that the sender hears why.
        if (isTooMuch || bytes > maxMailBytes) release()
        else {
          pieces.push(piece)
          ownBytes += piece.length
          heldBytes += piece.length
        }
      }
      if (bytes > maxMailBytes || stream.sizeExceeded) throw refusal(552, '5.3.4 The mail is larger than 25 MB')
      if (isTooMuch) throw refusal(452, '4.3.1 Too much mail comes in at once: try again later')
      await store(Buffer.concat(pieces), session)
    } finally {
      release()
    }
  }

  async function store(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope
    const envelope = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address: to }) => to),
      ip: session.remoteAddress,
      ...(session.hostNameAppearsAs && { helo: session.hostNameAppearsAs }),
    }
    try {
      await receive({ cameBy: 'smtp', envelope, raw })
    } catch (error) {
      if (!(error instanceof Refused)) log.error({ err: error }, 'a mail could not be stored')
      throw refusal(452, '4.3.1 The mail is not stored now: try again later')
    }
  }

  server.on('error', (error: Error & { code?: string }) =>
    log.debug({ code: error.code }, 'a connection of the mail listener failed'),
  )
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(`MAIL_LISTEN can't be used: ${error.code ?? error.message} at ${host}:${port}.`)),
    )
    server.listen(port, host, resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const clock of clocks.values()) clearTimeout(clock)
        server.close(() => resolve())
      }),
  }
}

async function readCertificate({ certFile, keyFile }: NonNullable<ListenerSettings['tls']>) {
  const [cert, key] = await Promise.all(
    [certFile, keyFile].map((path, n) =>
      readFile(path).catch((error: NodeJS.ErrnoException) => {
        const setting = n === 0 ? 'MAIL_LISTEN_CERT' : 'MAIL_LISTEN_KEY'
        throw new ConfigError(`${setting} ${path} can't be read (${error.code}).`)
      }),
    ),
  )
  return { cert, key }
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
