import type { ImapSettings, OAuthSettings } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { tryMailboxLock } from '#server/db/mailbox-lock.ts'
import type { ImapFlow } from 'imapflow'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { keptOfLarge, maxMailBytes } from './received-store.ts'
import type { Receive } from './receive.ts'

/** The folder of the mailbox to which mails go that were taken. */
export const takenFolder = 'Mothlight'
/** Milliseconds between two looks where the server does not tell of new mail by itself, and until another node looks whether it reads. */
const lookEvery = 60_000
const askEvery = 15_000
/** Milliseconds until the next try after a failure: twice as many each time. */
const pauses = { first: 2000, longest: 300_000 }

export interface MailboxReader {
  /** Whether the mailbox is read by this process now; undefined while another one does. */
  readonly isConnected: () => boolean | undefined
  stop(): Promise<void>
}

interface ReaderNeeds {
  readonly settings: ImapSettings
  readonly pool: pg.Pool
  readonly receive: Receive
  /** Whether the mailbox is left alone, as after a restore. */
  readonly isHeld: () => Promise<boolean>
  readonly log: Logger
}

/**
 * Reads a mailbox for as long as it is not stopped, on one node. A mail that lies in it was not taken yet: it is stored, and only then
 * moved to a folder beside it. One that was stored and not moved is stored again, which changes nothing. So no position is remembered, and
 * a mailbox that was made anew (UIDVALIDITY) is one like any other.
 */
export function readMailbox({ settings, pool, receive, isHeld, log }: ReaderNeeds): MailboxReader {
  const stopping = new AbortController()
  const { signal } = stopping
  let isConnected: boolean | undefined
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)

  async function live(): Promise<void> {
    let wait = pauses.first
    while (!signal.aborted) {
      try {
        const lock = (await isHeld()) ? undefined : await tryMailboxLock(pool)
        if (!lock) {
          isConnected = undefined
          await pause(askEvery)
          continue
        }
        try {
          await readUntilLost(lock.isHeld, () => (wait = pauses.first))
        } finally {
          lock.release()
        }
      } catch (error) {
        const reason = reasonOf(error)
        if (!signal.aborted)
          log.warn({ host: settings.host, reason, waits: wait }, 'the mailbox can’t be read; trying again')
      }
      if (signal.aborted) return
      isConnected = false
      await pause(wait)
      wait = Math.min(wait * 2, pauses.longest)
    }
  }

  async function readUntilLost(isHeld: () => boolean, onRead: () => void): Promise<void> {
    const client = await openMailbox(settings)
    let wake: () => void = () => {}
    let isOver = false
    const end = () => {
      isOver = true
      wake()
    }
    client.on('exists', () => wake())
    client.on('close', end)
    client.on('error', end)
    const onStop = () => end()
    signal.addEventListener('abort', onStop, { once: true })
    try {
      isConnected = true
      while (!isOver && !signal.aborted && isHeld()) {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        await takeAll(client, receive, signal)
        onRead()
        // The library idles meanwhile, where the server can.
        await Promise.race([woken, pause(lookEvery)])
      }
      if (!signal.aborted) throw new Error('the connection was lost')
    } finally {
      signal.removeEventListener('abort', onStop)
      await Promise.race([client.logout().catch(() => undefined), sleep(1000, undefined, { ref: false })])
      client.close()
    }
  }

  const living = live()
  return {
    isConnected: () => isConnected,
    stop: async () => {
      stopping.abort()
      await living
    },
  }
}

/** Connects, logs in and opens the mailbox. @throws Error of the library; its message holds no secret */
async function openMailbox({ host, port, isSecure, needsTls, login, mailbox }: ImapSettings): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const auth =
    'password' in login
      ? { user: login.user, pass: login.password }
      : { user: login.user, accessToken: await accessToken(login.oauth) }
  const client = new ImapFlow({
    ...{ host, port, secure: isSecure, auth, logger: false },
    ...(needsTls && { doSTARTTLS: true }),
    tls: { minVersion: 'TLSv1.2' },
    ...{ connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 5 * 60_000, autoIdleDelay: 200 },
    maxLiteralSize: maxMailBytes + 1024 * 1024,
  })
  // Without a listener, an error of a connection ends the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.mailboxOpen(mailbox)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** Says why a mailbox can't be used, without what was sent, which the library's errors may hold. */
function reasonOf(error: unknown): string {
  const { code, responseStatus, authenticationFailed, message } = error as Record<string, unknown>
  return authenticationFailed ? 'the login was refused' : `${code ?? responseStatus ?? message}`
}

/** Opens a mailbox and leaves all in it. @returns why it can't be used; undefined where it can */
export async function tryMailbox(settings: ImapSettings): Promise<string | undefined> {
  try {
    const client = await openMailbox(settings)
    await client.logout().catch(() => undefined)
    client.close()
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

async function takeAll(client: ImapFlow, receive: Receive, signal: AbortSignal): Promise<void> {
  const found: { uid: number; size: number }[] = []
  if (client.mailbox === false || client.mailbox.exists === 0) return
  for await (const { uid, size } of client.fetch('1:*', { uid: true, size: true })) found.push({ uid, size: size ?? 0 })
  if (found.length === 0) return
  await client.mailboxCreate([takenFolder])
  const folder = (await client.list()).find(({ name }) => name === takenFolder)?.path ?? takenFolder
  for (const { uid, size } of found) {
    if (signal.aborted) return
    const isCut = size > maxMailBytes
    const source = isCut ? { start: 0, maxLength: keptOfLarge } : true
    const mail = await client.fetchOne(String(uid), { uid: true, source, internalDate: true }, { uid: true })
    // Somebody else has deleted it meanwhile.
    if (!mail || !mail.source) continue
    await receive({ cameBy: 'imap', envelope: { to: [] }, raw: mail.source, isCut })
    await client.messageMove(String(uid), folder, { uid: true })
  }
}

/** Gets an access token with a refresh token (RFC 6749, section 6). */
async function accessToken({ tokenUrl, clientId, clientSecret, refreshToken }: OAuthSettings): Promise<string> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
  const answer = (await response.json().catch(() => ({}))) as { access_token?: unknown }
  if (!response.ok || typeof answer.access_token !== 'string') {
    throw new Error(`SMTP_OAUTH_TOKEN_URL gave no access token (${response.status})`)
  }
  return answer.access_token
}
