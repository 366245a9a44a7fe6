import type { Config } from '#server/config/config.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isReachable } from './exposure-checks.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const check = 'backup'
const day = 24 * 3_600_000
/** Age in days from which on a backup counts as old. */
const oldAfter = 7

/** Checks the age of the last backup of `mothlight backup`. */
export function checkBackup(config: Config): Finding[] {
  const { dataDir } = config
  const note = noteIn(join(dataDir, 'last-backup.json'))
  const how = 'npm run -s mothlight -- backup FILE, every night, to another machine (docs/backup.md).'
  if (note === undefined) {
    const told = 'No backup by mothlight backup is known here.'
    return [isReachable(config) ? warning(check, told, how) : ok(check, told)]
  }
  if (Number.isNaN(note)) {
    const told = 'The note of the last backup, last-backup.json in DATA_DIR, can’t be read.'
    return [problem(check, told, how)]
  }
  const days = Math.floor((Date.now() - note) / day)
  const told = `The last backup is ${days <= 0 ? 'of today' : `${days} ${days === 1 ? 'day' : 'days'} old`}.`
  return [days > oldAfter ? warning(check, told, how) : ok(check, told)]
}

/** Returns when the last backup was made; NaN when the note is damaged, undefined when there is none. */
function noteIn(path: string): number | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return Date.parse((JSON.parse(text) as { at: string }).at)
  } catch {
    return Number.NaN
  }
}
