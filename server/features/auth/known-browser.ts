import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What a browser keeps that has signed in to an account: a number of its own, signed with the stored hash of the account's
 * password. It opens nothing. It ends with the password, and nothing has to be kept of it.
 * @param browser the number of a browser that is known already
 */
export function browserToken(passwordHash: string, browser = randomBytes(16).toString('base64url')): string {
  return `${browser}.${signature(passwordHash, browser)}`
}

/** @returns the number of the browser, where its token was made with this hash; undefined for any other one */
export function knownBrowser(token: string | undefined, passwordHash: string | null | undefined): string | undefined {
  const [, browser, signed] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (!browser || !signed || !passwordHash) return undefined
  return timingSafeEqual(Buffer.from(signed), Buffer.from(signature(passwordHash, browser))) ? browser : undefined
}

const signature = (passwordHash: string, browser: string) =>
  createHmac('sha256', passwordHash).update(`known browser ${browser}`).digest('base64url')
