import type { InTx } from '#server/events/transactor.ts'
import type { Job } from '#server/jobs/job.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { deleteCutOff, deleteLeftovers, deleteUnused } from './orphans.ts'

const hour = 3_600_000

/**
 * Deletes unused uploads every hour, and leftover content four times a day. Never soon after a start, so that an operator
 * who started with the wrong database has time to notice.
 */
export const attachmentJobs = (inTx: InTx, attachments: AttachmentStore): readonly Job[] => [
  {
    name: 'delete-unused-uploads',
    title: 'Delete uploads that no text has used for a day',
    schedule: '17 * * * *',
    catchesUp: false,
    run: async (stop) => {
      const unused = await deleteUnused(inTx, attachments, Date.now(), stop)
      if (unused > 0) attachments.log.info({ unused }, 'uploads that nothing refers to were deleted')
    },
  },
  {
    name: 'delete-leftover-files',
    title: 'Delete kept files that nothing refers to',
    schedule: '47 */6 * * *',
    catchesUp: false,
    run: async (stop) => {
      const leftovers = await lookThrough(inTx, attachments, stop)
      if (leftovers > 0) attachments.log.info({ leftovers }, 'files that nothing refers to were deleted')
    },
  },
]

async function lookThrough(inTx: InTx, attachments: AttachmentStore, stop: AbortSignal): Promise<number> {
  const owners = await attachments.store.owners()
  if (owners.length > 0 && !(await attachments.ownership.isSole(inTx))) {
    attachments.log.warn({ owners }, 'files of another installation are kept in the same place; no content is deleted')
  }
  return deleteLeftovers(inTx, attachments, Date.now(), stop)
}

/**
 * Deletes every hour what a crash has left of uploads on their way. No job: each process has its own on its disk.
 * @returns a function that stops it
 */
export function keepIncomingTidy(attachments: AttachmentStore): () => void {
  const timer = setInterval(() => {
    deleteCutOff(attachments).catch((error: unknown) => {
      attachments.log.warn({ err: error }, 'what is left of uploads could not be deleted; trying again in an hour')
    })
  }, hour)
  timer.unref()
  return () => clearInterval(timer)
}
