import { type Command, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  summary: 'Brings the database to the schema of this version.',
  details: ['Starting Mothlight does the same; use this to do it beforehand.'],
  run: async (args, terminal) => {
    const { positionals } = readOptions(args, {})
    if (positionals.length > 0) throw new UsageError(`migrate takes no argument, and got '${positionals[0]}'.`)
    const ran = await withDatabase(terminal, async (_database, _inTx, ran) => ran)
    for (const name of ran) terminal.say(`migrated ${name}`)
    if (ran.length === 0) terminal.say('The database is up to date.')
    return 0
  },
}
