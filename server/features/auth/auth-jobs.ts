import type { InTx } from '#server/events/transactor.ts'
import type { Job } from '#server/jobs/job.ts'
import { forgetAttempts } from './limits.ts'
import { deleteExpiredSessions } from './session-store.ts'

/** Deletes sessions that have ended, and whose logins and registrations were counted. */
export const authJobs = (inTx: InTx): readonly Job[] => [
  {
    name: 'delete-ended-sessions',
    title: 'Delete sessions and counted logins whose time is over',
    schedule: '37 * * * *',
    catchesUp: true,
    run: () =>
      inTx(async (tx) => {
        await deleteExpiredSessions(tx)
        await forgetAttempts(tx)
      }),
  },
]
