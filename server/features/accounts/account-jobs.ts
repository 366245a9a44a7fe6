import type { InTx } from '#server/events/transactor.ts'
import type { Job } from '#server/jobs/job.ts'
import { deleteOldLinks } from './account-links.ts'

/** Deletes links that were over a month ago. */
export const accountJobs = (inTx: InTx): readonly Job[] => [
  {
    name: 'delete-old-account-links',
    title: 'Delete links and invitations that were over a month ago',
    schedule: '52 3 * * *',
    catchesUp: true,
    run: () => inTx(deleteOldLinks),
  },
]
