import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/database.ts'
import type { PasswordChecks } from '#server/features/users/public.ts'
import { networkOf } from '#server/http/network.ts'
import { countOrRefuse, storedLimit } from '#server/http/rate-limit.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'

export interface LoginAttempt {
  readonly email: string
  readonly address: string
  /** The number of a browser that has signed in to this account before. */
  readonly browser: string | undefined
}

/**
 * Limits on guessing passwords and on mass registration; kept in the database, so that they hold across processes and
 * restarts.
 */
export interface AuthLimits extends PasswordChecks {
  /** Counts a registration. @throws AppError too-many-requests */
  registration(address: string): Promise<void>
  /** Counts a login as failed until `loginSucceeded` removes it. @throws AppError too-many-requests */
  loginAttempt(attempt: LoginAttempt): Promise<void>
  loginSucceeded(attempt: LoginAttempt): Promise<void>
}

export function openAuthLimits(pool: pg.Pool, limits: Config['limits']): AuthLimits {
  const limiter = (keyPrefix: string, points: number, minutes: number) => storedLimit(pool, keyPrefix, points, minutes)
  const registrations = limiter('register', limits.registrations, 10)
  const perAccount = limiter('login', limits.failedLogins, 15)
  // Attacks on one account from many networks. The limit is so much higher that no single network can lock a person
  // out.
  const perName = limiter('login-account', limits.failedLogins * 50, 15)
  // A browser that signed in to this account before is counted separately, so that others' guesses don't lock its
  // person out. It can't try other accounts this way, because it is unknown to them.
  const perBrowser = limiter('login-browser', limits.failedLogins, 15)
  // One password tried on many accounts. A team behind one address stays far below this limit.
  const perAddress = limiter('login-address', limits.failedLogins * 20, 15)
  const perSession = limiter('password-check', limits.failedLogins, 15)

  return {
    registration: (address) => consume(registrations, networkOf(address), 'registrations'),
    loginAttempt: async ({ email, address, browser }) => {
      if (browser) return consume(perBrowser, browser, 'failed logins')
      await consume(perAccount, `${email}|${networkOf(address)}`, 'failed logins')
      await consume(perAddress, networkOf(address), 'failed logins')
      await consume(perName, email, 'failed logins')
    },
    loginSucceeded: async ({ email, address, browser }) => {
      if (browser) return void (await perBrowser.delete(browser))
      await perAddress.reward(networkOf(address), 1)
      await perAccount.delete(`${email}|${networkOf(address)}`)
      await perName.reward(email.slice(0, 200), 1)
    },
    passwordCheck: (session) => consume(perSession, session.toString('hex'), 'wrong passwords'),
    passwordConfirmed: async (session) => void (await perSession.delete(session.toString('hex'))),
  }
}

/** Forgets whose attempts were counted once their time is over: their addresses are in the keys. */
export async function forgetAttempts(tx: Tx): Promise<void> {
  await sql`delete from rate_limits where expire < ${Date.now()}::bigint`.execute(tx)
}

function consume(limiter: RateLimiterPostgres, key: string, what: string): Promise<void> {
  return countOrRefuse(
    limiter,
    key.slice(0, 200),
    (seconds) => `Too many ${what} from here; try again in ${seconds} seconds.`,
  )
}
