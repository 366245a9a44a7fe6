import type { InTx } from '#server/events/transactor.ts'
import type { Job } from '#server/jobs/job.ts'
import { deleteOldBulks } from './bulk-store.ts'

/** Deletes bulk changes once they can’t be taken back at once any more. */
export const bulkJobs = (inTx: InTx): readonly Job[] => [
  {
    name: 'delete-old-bulk-changes',
    title: 'Delete the lists of what old bulk changes did',
    schedule: '27 * * * *',
    catchesUp: true,
    run: () => inTx((tx) => deleteOldBulks(tx, new Date())),
  },
]
