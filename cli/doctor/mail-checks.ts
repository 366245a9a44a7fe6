import { type Config, ConfigError } from '#server/config/config.ts'
import { keyFileName, knownInstallationKey } from '#server/config/installation-key.ts'
import type { Database } from '#server/db/database.ts'
import { knownKey } from '#server/db/installation.ts'
import { countMails, linksOf, openTransport, refusalOf, secretsOf } from '#server/features/mail/public.ts'
import { countReceived, tryMailbox } from '#server/features/mail-in/public.ts'
import { counted } from '#cli/counted.ts'
import { isReachable } from './exposure-checks.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const check = 'mail'
const see = 'See “Mail” in docs/operate.md.'

/** Checks whether mail can go out: connects to the mail server and logs in, and sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { mail } = config
  if (!mail) {
    const told = 'No mail goes out: SMTP_URL is not set.'
    return [isReachable(config) ? warning(check, told, see) : ok(check, told)]
  }
  const links = linksOf(config, () => undefined)('/')
  if (links === undefined) {
    const fix = 'Set PUBLIC_URL to the address by which people reach Mothlight.'
    return [problem(check, 'No mail goes out: without PUBLIC_URL nobody knows where its links lead.', fix)]
  }
  const place = `${mail.host}:${mail.port}`
  const insecure = mail.login && !mail.isSecure && !mail.needsTls ? ' (on this machine, without TLS)' : ''
  try {
    const transport = await openTransport(mail)
    try {
      await transport.verify()
    } finally {
      transport.close({ force: true })
    }
    const signed = mail.dkim ? `, signed for ${mail.dkim.domain}` : ''
    return [ok(check, `The mail server ${place}${insecure} takes mail from ${mail.from.address}${signed}.`)]
  } catch (error) {
    if (error instanceof ConfigError) return [problem(check, error.message, see)]
    const { reason } = refusalOf(error, secretsOf(mail))
    return [problem(check, `The mail server ${place} can’t be used (${reason}).`, `Check SMTP_URL. ${see}`)]
  }
}

/** Checks whether mail waits for somebody. */
export async function checkHeld({ db }: Database): Promise<Finding[]> {
  const { heldOn, waiting, failed } = await countMails(db)
  if (heldOn) {
    const told = `Everything outgoing is held since ${heldOn.toISOString()}, after a restore; ${counted(waiting, 'mail')} waiting.`
    return [warning(check, told, 'An administrator releases it under Users, Mail.')]
  }
  if (failed === 0) return []
  const told = `${counted(failed, 'mail')} could not be sent within the last 30 days.`
  return [warning(check, told, 'Users, Mail in the product says which and why.')]
}

/** Checks whether mail can come in: logs in to the mailbox, and takes nothing. */
export async function checkMailIn({ mailIn }: Config): Promise<Finding[]> {
  if (!mailIn) return [ok('mail in', 'No mail comes in: MAIL_IN_ADDRESS is not set.')]
  const { address, imap, listener, secret } = mailIn
  if (imap) {
    const place = `${imap.host}:${imap.port}`
    const reason = await tryMailbox(imap)
    if (reason !== undefined) {
      const told = `The mailbox ${imap.mailbox} at ${place} can’t be read (${reason}).`
      return [problem('mail in', told, 'Check IMAP_URL. See “Mail that comes in” in docs/operate.md.')]
    }
  }
  const ways = [
    ...(imap ? [`the mailbox at ${imap.host}`] : []),
    ...(listener ? [`a listener at ${listener.host}:${listener.port}`] : []),
    ...(secret === undefined ? [] : ['requests']),
  ]
  return [ok('mail in', `Mail to ${address} comes by ${ways.join(' and ')}.`)]
}

/** Checks whether received mail waits for somebody. */
export async function checkReceived({ db }: Database): Promise<Finding[]> {
  const { held } = await countReceived(db)
  if (held === 0) return []
  const told = `${counted(held, 'received mail')} could not be matched to a person and a bug.`
  return [warning('mail in', told, 'An administrator finds them under Users, Mail.')]
}

/** Checks whether all processes make the same links. @param nodes processes that use the database */
export async function checkKey({ db }: Database, config: Config, nodes: number): Promise<Finding[]> {
  const known = await knownKey(db)
  const own = knownInstallationKey(config)
  const fix = `Give every node the same SECRET_KEY, or put back ${keyFileName} of the data folder.`
  if (known !== undefined && own && own.fingerprint !== known) {
    return [
      problem('key', 'Another process, or the last start, had another key: links in its mails don’t work here.', fix),
    ]
  }
  const isShared = nodes > 1 || config.redisUrl !== undefined
  if (isShared && config.databaseUrl !== undefined && config.secretKey === undefined) {
    return [
      warning(
        'key',
        'SECRET_KEY is not set: nodes that don’t share one DATA_DIR make links that don’t work on the others.',
        fix,
      ),
    ]
  }
  if (!own) return [ok('key', 'There is no key yet: the next start makes it.')]
  const where =
    config.secretKey === undefined ? `in ${keyFileName} of the data folder, which no backup holds` : 'SECRET_KEY'
  return [ok('key', `The key of links in mails is ${where}.`)]
}
