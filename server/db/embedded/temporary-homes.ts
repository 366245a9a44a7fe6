import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { canEnter, type Account } from './account.ts'

/** Returns the folders for temporary files that the account can reach, the usual one first, with links resolved. */
export function temporaryHomes(account: Account): string[] {
  const found = [tmpdir(), '/tmp', '/var/tmp'].flatMap((path) => {
    try {
      const real = realpathSync(path)
      return canEnter(real, account) ? [real] : []
    } catch {
      return []
    }
  })
  return [...new Set(found)]
}
