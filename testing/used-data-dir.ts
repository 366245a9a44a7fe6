import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/**
 * Makes of a folder one on which the product has run before and was stopped: its database is up to date, and empty. To
 * copy it takes a fraction of what the first start takes, which is for tests of the first start.
 * @returns its path
 */
export async function aUsedDataDir(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  // Node's own copy gives all files to whoever copies them.
  await promisify(execFile)('cp', ['-a', join(inject('usedDataDir'), 'postgres'), path])
  return path
}
