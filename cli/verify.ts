import { verifyHistory } from '#server/features/history/public.ts'
import { sql } from 'kysely'
import { type Command, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

/** Number of bugs between two progress lines. */
const stride = 10_000

export const verifyCommand: Command = {
  usage: 'verify',
  summary: 'Rebuilds every bug from its history and compares it with the database.',
  details: ['Changes nothing. Works while the product runs; ends with 1 when something differs.'],
  run: async (args, terminal) => {
    const { positionals } = readOptions(args, {})
    if (positionals.length > 0) throw new UsageError(`verify takes no argument, and got '${positionals[0]}'.`)
    const { bugs, deviations } = await withDatabase(terminal, (_database, inTx) =>
      inTx(async (tx) => {
        // All reads see one snapshot, whatever is written meanwhile.
        await sql`set transaction isolation level repeatable read`.execute(tx)
        let told = 0
        return verifyHistory(tx, (looked) => {
          if (looked - told < stride) return
          told = looked
          terminal.tell(`${looked.toLocaleString('en-US')} bugs …`)
        })
      }),
    )
    for (const { bugId, what } of deviations) terminal.say(`bug ${bugId} differs: ${what.join(', ')}`)
    terminal.say(
      deviations.length === 0
        ? `${bugs.toLocaleString('en-US')} bugs are as their history says.`
        : `${deviations.length} or more of ${bugs.toLocaleString('en-US')} bugs differ from their history.`,
    )
    return deviations.length === 0 ? 0 : 1
  },
}
