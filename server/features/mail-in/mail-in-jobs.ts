import type { Job } from '#server/jobs/job.ts'
import type { MailInNeeds } from './mail-in.ts'
import { deleteOldReceived, handleJob } from './received-store.ts'

/** Handles mails that came, and deletes what is long over. What reads mails is loaded with the first one. */
export function mailInJobs(needs: MailInNeeds): readonly Job[] {
  const jobs: Job[] = [
    {
      name: 'delete-old-received-mails',
      title: 'Delete received mails that are long over',
      schedule: '53 3 * * *',
      catchesUp: true,
      run: () => needs.inTx((tx) => deleteOldReceived(tx)),
    },
  ]
  if (!needs.settings) return jobs
  return [
    {
      name: handleJob,
      title: 'Make comments and messages of mails that came in',
      schedule: '* * * * *',
      catchesUp: false,
      run: async (stop) => (await import('./handle-received.ts')).handleReceivedMails(needs, stop),
    },
    ...jobs,
  ]
}
