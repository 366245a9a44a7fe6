import { backupCommand } from './backup.ts'
import { type Command, type ExitCode, say, tell, UsageError } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { explain } from './explain.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { migrateCommand } from './migrate.ts'
import { restoreCommand } from './restore.ts'
import { userAdd } from './user-add.ts'
import { verifyCommand } from './verify.ts'

const commands: Readonly<Record<string, Command>> = {
  import: importCommand,
  'user add': userAdd,
  migrate: migrateCommand,
  verify: verifyCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
  export: exportCommand,
}

const call = 'npm run -s mothlight --'

function help(): string[] {
  return [
    `Usage: ${call} <command>`,
    '',
    ...Object.values(commands).flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    'Each command explains itself with --help. Settings are the environment variables of the server.',
  ]
}

function helpOf({ usage, summary, details }: Command): string[] {
  return [`Usage: ${call} ${usage}`, summary, '', ...details.map((line) => `  ${line}`)]
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const isHelp = (arg: string | undefined) => arg === '--help' || arg === '-h' || arg === 'help'
  if (isHelp(args[0])) {
    help().forEach(say)
    return 0
  }
  if (args.length === 0) {
    help().forEach(tell)
    return 2
  }
  const named = Object.entries(commands).filter(([name]) => name.startsWith(`${args[0]} `))
  if (named.length > 0 && isHelp(args[1])) {
    named.map(([, command]) => helpOf(command)).forEach((lines) => lines.forEach(say))
    return 0
  }
  const words = [2, 1].find((words) => Object.hasOwn(commands, args.slice(0, words).join(' ')))
  const command = words && commands[args.slice(0, words).join(' ')]
  if (!command) {
    tell(`There is no command '${args[0]}'; ${call} --help lists them.`)
    return 2
  }
  const rest = args.slice(words)
  if (rest.some((arg) => arg === '--help' || arg === '-h')) {
    helpOf(command).forEach(say)
    return 0
  }
  try {
    return await command.run(rest)
  } catch (error) {
    tell(explain(error))
    if (!(error instanceof UsageError)) return 1
    tell(`Usage: ${call} ${error.usage ?? command.usage}`)
    return 2
  }
}

// Without a listener, a signal would end the process before it stops the database that it started.
for (const [name, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  process.on(name, () => {
    // A command that stops in an orderly way removes its own listeners at the first signal.
    if (process.listenerCount(name) === 1) process.exit(128 + number)
  })
}
process.exitCode = await run(process.argv.slice(2))
