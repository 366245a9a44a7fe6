import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Creates the token for a browser that has signed in to an account: a random number, signed with the stored hash of the
 * account's password. It grants no access, ends with the password, and is stored nowhere.
 * @param browser the number of a browser that is known already
 */
export function browserToken(passwordHash: string, browser = randomBytes(16).toString('base64url')): string {
  return `${browser}.${signature(passwordHash, browser)}`
}

/** Returns the number of the browser if its token was made with this hash; undefined otherwise. */
export function knownBrowser(token: string | undefined, passwordHash: string | null | undefined): string | undefined {
  const [, browser, signed] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (!browser || !signed || !passwordHash) return undefined
  return timingSafeEqual(Buffer.from(signed), Buffer.from(signature(passwordHash, browser))) ? browser : undefined
}

const signature = (passwordHash: string, browser: string) =>
  createHmac('sha256', passwordHash).update(`known browser ${browser}`).digest('base64url')
