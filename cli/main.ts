import { terminalOfProcess } from './command.ts'
import { runCommandLine } from './command-line.ts'

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
process.exitCode = await runCommandLine(process.argv.slice(2), terminalOfProcess())
