import { minPasswordLength } from '#shared/users/contract.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Number of the most common passwords that are refused, without those that are too short anyway. */
const refused = 10_000

let known: ReadonlySet<string> | undefined

/** Returns whether a password is one of the most common ones. The list is in lower case. */
export function isCommonPassword(password: string): boolean {
  known ??= readList()
  return known.has(password)
}

/**
 * Reads the package's data instead of its code, which would keep all of its lists in memory. The most common come
 * first.
 */
function readList(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const ranked = JSON.parse(readFileSync(path, 'utf8')) as readonly string[]
  return new Set(ranked.filter(({ length }) => length >= minPasswordLength).slice(0, refused))
}
