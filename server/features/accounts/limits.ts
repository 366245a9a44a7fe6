import type { Config } from '#server/config/config.ts'
import { networkOf } from '#server/http/network.ts'
import { countOrRefuse, storedLimit } from '#server/http/rate-limit.ts'
import { AppError } from '#server/http/app-error.ts'
import type pg from 'pg'

/** Mails with links that one address gets in 30 minutes, whoever asks for them. */
const mailsOfAddress = 5

/** What mails to an address are counted by; those to a new address of somebody's for each person. */
export type MailPurpose =
  'reset' | 'sign-up' | 'registration' | 'confirm' | 'invite' | 'reporter-link' | `change:${string}`

/** Limits on mails with links, kept in the database like those of logins. */
export interface MailLimits {
  /** Counts what a stranger asked for. @throws AppError too-many-requests */
  stranger(network: string): Promise<void>
  /** Counts what a person asked for. @throws AppError too-many-requests */
  person(userId: string): Promise<void>
  /** Counts a password that is set by a link, whose hash is work. @throws AppError too-many-requests */
  linkUse(network: string): Promise<void>
  /** Counts what a stranger has sent beside something else; false past the limit. */
  isStrangerAllowed(network: string): Promise<boolean>
  /**
   * Counts a mail to an address; false past the limit, which strangers aren't told.
   * @param what is counted by itself, so that nobody uses up the mails that another one needs
   */
  isAllowed(what: MailPurpose, email: string): Promise<boolean>
}

export function openMailLimits(pool: pg.Pool, { accountMails }: Config['limits']): MailLimits {
  const limiter = (keyPrefix: string, points: number, minutes: number) => storedLimit(pool, keyPrefix, points, minutes)
  const networks = limiter('account-mail', accountMails, 10)
  const people = limiter('account-mail-person', accountMails, 10)
  const addresses = limiter('account-mail-address', mailsOfAddress, 30)
  // A class or a team behind one address stays below this limit.
  const uses = limiter('account-link', accountMails * 10, 10)
  const sentence = (seconds: number) => `Too many mails asked for from here; try again in ${seconds} seconds.`
  const ownSentence = (seconds: number) => `You had many mails sent just now; try again in ${seconds} seconds.`
  return {
    stranger: (address) => countOrRefuse(networks, networkOf(address), sentence),
    person: (userId) => countOrRefuse(people, userId, ownSentence),
    linkUse: (address) => countOrRefuse(uses, networkOf(address), sentence),
    isStrangerAllowed: (address) => isWithin(countOrRefuse(networks, networkOf(address), sentence)),
    isAllowed: (what, email) => isWithin(countOrRefuse(addresses, `${what}:${email}`.slice(0, 230), sentence)),
  }
}

const isWithin = (counted: Promise<void>): Promise<boolean> =>
  counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-requests') return false
      throw error
    },
  )
