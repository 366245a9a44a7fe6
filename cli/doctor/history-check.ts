import type { Database } from '#server/db/database.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { sql } from 'kysely'
import { type Finding, ok, problem } from './finding.ts'

const check = 'history'
const shown = 5

/** Checks whether every bug agrees with its history. @param onProgress called with the number of bugs read */
export async function checkHistory({ inTx }: Database, onProgress: (bugs: number) => void): Promise<Finding[]> {
  const { bugs, deviations } = await inTx(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return verifyHistory(tx, onProgress)
  })
  if (deviations.length === 0) return [ok(check, `${bugs.toLocaleString('en-US')} bugs are as their history says.`)]
  const named = deviations.slice(0, shown).map(({ bugId, what }) => `${bugId} (${what.join(', ')})`)
  return [
    problem(
      check,
      `${deviations.length} or more of ${bugs.toLocaleString('en-US')} bugs differ from their history: ${named.join('; ')}.`,
      'Keep the database as it is, make a backup, and report this; mothlight verify lists them all.',
    ),
  ]
}
