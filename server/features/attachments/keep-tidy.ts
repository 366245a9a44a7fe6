import type { InTx } from '#server/events/transactor.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { deleteCutOff, deleteLeftovers, deleteUnused } from './orphans.ts'

const hour = 3_600_000

/**
 * Deletes unused uploads every hour, and leftover content once a day. Not at the start, so that an operator who started
 * with the wrong database has an hour to notice.
 * @returns a function that stops it, and waits for the step in progress
 */
export function keepTidy(inTx: InTx, attachments: AttachmentStore): () => Promise<void> {
  const stopping = new AbortController()
  const stop = stopping.signal
  let sweeping: Promise<void> = Promise.resolve()
  let hours = 0
  const sweep = async () => {
    const unused = await deleteUnused(inTx, attachments, Date.now(), stop)
    await deleteCutOff(attachments)
    const leftovers = hours++ % 24 === 0 && !stop.aborted ? await lookThrough(inTx, attachments, stop) : 0
    if (unused + leftovers > 0) attachments.log.info({ unused, leftovers }, 'files that nothing refers to were deleted')
  }
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => {
      attachments.log.warn({ err: error }, 'files that nothing refers to could not be deleted; trying again in an hour')
    })
  }, hour)
  timer.unref()
  return () => {
    stopping.abort()
    clearInterval(timer)
    return sweeping
  }
}

async function lookThrough(inTx: InTx, attachments: AttachmentStore, stop: AbortSignal): Promise<number> {
  const owners = await attachments.store.owners()
  if (owners.length > 0 && !(await attachments.ownership.isSole(inTx))) {
    attachments.log.warn({ owners }, 'files of another installation are kept in the same place; no content is deleted')
  }
  return deleteLeftovers(inTx, attachments, Date.now(), stop)
}
