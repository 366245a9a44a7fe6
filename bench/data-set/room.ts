import type { DatabaseServer } from './database-server.ts'
import { clearLeftCopies, type DataSetRequest, knownDataSet } from './prepare.ts'

/** Bytes of a bug with its comments, history, words and indexes. */
const bytesABug = 24_000

/**
 * Checks that there is room for data sets that are not prepared yet, and for one copy at a time, because a full disk
 * would show only after an hour and stop everything else. Leftovers of killed runs are removed first.
 * @param isCopied false where they are only read
 * @throws Error that says how much is needed
 */
export async function checkRoom(
  server: DatabaseServer,
  requests: readonly DataSetRequest[],
  isCopied = true,
): Promise<void> {
  await clearLeftCopies(server)
  const free = await server.freeBytes()
  if (free === undefined) return
  let toPrepare = 0
  let largest = 0
  for (const request of requests) {
    const known = await knownDataSet(server, request)
    const size = known?.isWhole ? known.bytes : request.bugs * bytesABug
    if (!known?.isWhole) toPrepare += Math.max(0, size - (known?.bytes ?? 0))
    if (isCopied) largest = Math.max(largest, size)
  }
  const needed = toPrepare + largest
  if (needed <= free) return
  throw new Error(
    `${gigabytes(needed)} are needed on the disk of the database: ${gigabytes(toPrepare)} for data sets that are not ` +
      `prepared yet and ${gigabytes(largest)} for a copy to measure in. ${gigabytes(free)} are free.`,
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
