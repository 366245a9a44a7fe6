import type { MailSettings } from '#server/config/config.ts'
import { ConfigError, isLoopback } from '#server/config/config.ts'
import type { SMTPPoolOptions } from 'nodemailer'
import { readFile } from 'node:fs/promises'

/** Longest waits for the mail server, in milliseconds: half as long for a connection and its greeting, a third for its name. */
const waitsOf = (seconds: number) => ({
  connectionTimeout: seconds * 500,
  greetingTimeout: seconds * 500,
  socketTimeout: seconds * 1000,
  dnsTimeout: (seconds * 1000) / 3,
})

/** Signed headers: the usual ones, and those by which one unsubscribes, which RFC 8058 asks for. */
const signed =
  'From:To:Reply-To:Subject:Date:Message-ID:In-Reply-To:References:MIME-Version:Content-Type:' +
  'Content-Transfer-Encoding:Auto-Submitted:List-Id:List-Unsubscribe:List-Unsubscribe-Post'

export type Transport = Awaited<ReturnType<typeof openTransport>>

/**
 * Opens the way to the mail server. Nothing is sent yet; one connection is used for all mails.
 * @throws ConfigError when the key for signing can't be read
 */
export async function openTransport(settings: MailSettings) {
  const dkim = await readDkim(settings.dkim)
  const { createTransport } = await import('nodemailer')
  const { host, port, isSecure, needsTls, login, timeoutSeconds } = settings
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    maxConnections: 1,
    // A mail whose connection was lost is tried again by its row, not by the library.
    maxRequeues: 0,
    host,
    port,
    secure: isSecure,
    requireTLS: needsTls,
    // What is said to this machine does not leave it, and its own mail server has seldom a certificate for localhost.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: needsTls || !isLoopback(host) },
    ...(login && { auth: authOf(login, timeoutSeconds) }),
    ...(dkim && { dkim }),
    ...waitsOf(timeoutSeconds),
    // No text of a mail becomes a file or an address that is read.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  }
  return createTransport(options)
}

function authOf(
  login: NonNullable<MailSettings['login']>,
  timeoutSeconds: number,
): NonNullable<SMTPPoolOptions['auth']> {
  if ('password' in login) return { user: login.user, pass: login.password }
  const { tokenUrl, clientId, clientSecret, refreshToken } = login.oauth
  return {
    type: 'OAuth2',
    user: login.user,
    clientId,
    clientSecret,
    refreshToken,
    accessUrl: tokenUrl,
    requestTimeout: timeoutSeconds * 1000,
  }
}

/** Reads the key by which mails are signed. @throws ConfigError that names the setting */
export async function readDkim(settings: MailSettings['dkim']) {
  if (!settings) return undefined
  const { keyFile, selector, domain } = settings
  let privateKey: string
  try {
    privateKey = await readFile(keyFile, 'utf8')
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new ConfigError(`DKIM_KEY_FILE ${keyFile} can't be read (${code}).`, { cause: error })
  }
  const { createPrivateKey } = await import('node:crypto')
  let type: string | undefined
  try {
    type = createPrivateKey(privateKey).asymmetricKeyType
  } catch {
    // What stands in the file is a secret, so the error is not handed on.
    type = undefined
  }
  if (type !== 'rsa')
    throw new ConfigError(`DKIM_KEY_FILE ${keyFile} must hold a private RSA key (PEM), without a password.`)
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signed }
}
