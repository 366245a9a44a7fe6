import { hash, verify } from '@node-rs/argon2'

/** argon2id with the first parameters of OWASP's password storage guide: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage; takes tens of milliseconds, so never call it inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

let nobodysHash: Promise<string> | undefined

/**
 * Checks a password. Without a hash that anything could match (no such account, or one that nobody logs in to) it takes as
 * long and returns false, so that the time of an answer doesn't show which accounts exist.
 */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody’s password')
  const hash = storedHash?.startsWith('$argon2id$') ? storedHash : null
  const matches = await verify(hash ?? (await nobodysHash), password)
  return matches && hash !== null
}
