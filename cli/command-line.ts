import { type Command, type ExitCode, type Terminal, UsageError } from './command.ts'

/** Each loads by itself: what the others need is a third of the time that a short one takes. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  import: async () => (await import('./import/import.ts')).importCommand,
  'user add': async () => (await import('./user-add.ts')).userAdd,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand,
  backup: async () => (await import('./backup/backup.ts')).backupCommand,
  restore: async () => (await import('./backup/restore.ts')).restoreCommand,
  export: async () => (await import('./backup/export.ts')).exportCommand,
}

const call = 'npm run -s mothlight --'

async function help(): Promise<string[]> {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  return [
    `Usage: ${call} <command>`,
    '',
    ...all.flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    'Each command explains itself with --help. Settings are the environment variables of the server.',
  ]
}

function helpOf({ usage, summary, details }: Command): string[] {
  return [`Usage: ${call} ${usage}`, summary, '', ...details.map((line) => `  ${line}`)]
}

/**
 * Runs one call of the command line.
 * @param args all of them, such as `['user', 'add', '--email', 'ada@example.org']`
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { say, tell } = terminal
  const isHelp = (arg: string | undefined) => arg === '--help' || arg === '-h' || arg === 'help'
  if (isHelp(args[0])) {
    for (const line of await help()) say(line)
    return 0
  }
  if (args.length === 0) {
    for (const line of await help()) tell(line)
    return 2
  }
  const named = Object.entries(commands).filter(([name]) => name.startsWith(`${args[0]} `))
  if (named.length > 0 && isHelp(args[1])) {
    for (const [, load] of named) helpOf(await load()).forEach(say)
    return 0
  }
  const words = [2, 1].find((words) => Object.hasOwn(commands, args.slice(0, words).join(' ')))
  const load = words && commands[args.slice(0, words).join(' ')]
  if (!load) {
    tell(`There is no command '${args[0]}'; ${call} --help lists them.`)
    return 2
  }
  const command = await load()
  const rest = args.slice(words)
  if (rest.some((arg) => arg === '--help' || arg === '-h')) {
    helpOf(command).forEach(say)
    return 0
  }
  try {
    return await command.run(rest, terminal)
  } catch (error) {
    const { explain } = await import('./explain.ts')
    tell(explain(error))
    if (!(error instanceof UsageError)) return 1
    tell(`Usage: ${call} ${error.usage ?? command.usage}`)
    return 2
  }
}
