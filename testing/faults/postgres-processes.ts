import { readdirSync, readFileSync } from 'node:fs'
import { isAlive, postmasterPid } from '#testing/product-process.ts'
import { setTimeout } from 'node:timers/promises'

/** Returns the processes of a data folder's PostgreSQL, the postmaster first; empty while none runs. */
export function postgresPids(dataDir: string): number[] {
  const postmaster = postmasterPid(dataDir)
  if (postmaster === undefined || !isAlive(postmaster)) return []
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return [postmaster, ...children.map(Number)]
}

/** Kills all processes of PostgreSQL at once, as a failing machine does. @returns how many there were */
export async function killPostgres(dataDir: string): Promise<number> {
  const pids = postgresPids(dataDir)
  signal(pids, 'SIGKILL')
  while (pids.some(isAlive)) await setTimeout(5)
  return pids.length
}

/** Sends a signal to all of them; those that have ended meanwhile don't matter. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
