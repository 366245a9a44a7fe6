import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Processor time of a database's connections so far, in nanoseconds by process. */
export type DatabaseTime = ReadonlyMap<number, number>

/** Reads it where the operating system provides it (Linux, a server on this machine); empty elsewhere. */
export async function databaseTime(client: pg.Client): Promise<DatabaseTime> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const times = new Map<number, number>()
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
    if (text !== '') times.set(pid, Number(text.split(' ')[0]))
  }
  return times
}

/** Returns the microseconds between two reads; undefined where nothing could be read. */
export function spent(before: DatabaseTime, after: DatabaseTime): number | undefined {
  if (after.size === 0) return undefined
  let nanoseconds = 0
  for (const [pid, time] of after) nanoseconds += time - (before.get(pid) ?? 0)
  return nanoseconds / 1000
}
