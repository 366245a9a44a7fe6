import type { DatabaseServer } from './database-server.ts'
import { type DataSetWish, preparedSize } from './prepare.ts'

/** What a bug takes with its comments, history, words and indexes, in bytes. */
const bytesABug = 24_000

/**
 * Sees that there is room for data sets that are not prepared yet, and for one copy at a time: to find that out when the
 * disk is full would take an hour and everything else down with it.
 * @throws Error that says how much is needed
 */
export async function checkRoom(server: DatabaseServer, wishes: readonly DataSetWish[]): Promise<void> {
  const free = await server.freeBytes()
  if (free === undefined) return
  let toPrepare = 0
  let largest = 0
  for (const wish of wishes) {
    const prepared = wish.fresh ? undefined : await preparedSize(server, wish)
    const size = prepared ?? wish.bugs * bytesABug
    if (prepared === undefined) toPrepare += size
    largest = Math.max(largest, size)
  }
  const needed = toPrepare + largest
  if (needed <= free) return
  throw new Error(
    `${gigabytes(needed)} are needed on the disk of the database: ${gigabytes(toPrepare)} for data sets that are not ` +
      `prepared yet and ${gigabytes(largest)} for a copy to measure in. ${gigabytes(free)} are free.`,
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
