import type { InTx } from '#server/events/transactor.ts'
import type { Keeping } from './keeping.ts'
import { deleteCutOff, deleteLeftovers, deleteUnused } from './orphans.ts'

const hour = 3_600_000

/**
 * Deletes unused uploads every hour, and leftover content once a day. Not at the start, so that an operator who started
 * with the wrong database has an hour to notice.
 * @returns a function that stops it, and waits for the step in progress
 */
export function keepTidy(inTx: InTx, keeping: Keeping): () => Promise<void> {
  const stopping = new AbortController()
  const stop = stopping.signal
  let sweeping: Promise<void> = Promise.resolve()
  let hours = 0
  const sweep = async () => {
    const unused = await deleteUnused(inTx, keeping, Date.now(), stop)
    await deleteCutOff(keeping)
    const leftovers = hours++ % 24 === 0 && !stop.aborted ? await lookThrough(inTx, keeping, stop) : 0
    if (unused + leftovers > 0) keeping.log.info({ unused, leftovers }, 'files that nothing refers to were deleted')
  }
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => {
      keeping.log.warn({ err: error }, 'files that nothing refers to could not be deleted; trying again in an hour')
    })
  }, hour)
  timer.unref()
  return () => {
    stopping.abort()
    clearInterval(timer)
    return sweeping
  }
}

async function lookThrough(inTx: InTx, keeping: Keeping, stop: AbortSignal): Promise<number> {
  const owners = await keeping.store.owners()
  if (owners.length > 0 && !(await keeping.ownership.isSole(inTx))) {
    keeping.log.warn({ owners }, 'files of another installation are kept in the same place; no content is deleted')
  }
  return deleteLeftovers(inTx, keeping, Date.now(), stop)
}
