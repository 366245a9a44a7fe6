import type { InTx } from '#server/events/transactor.ts'
import type { Routes } from '#server/http/serve.ts'
import type { Job } from '#server/jobs/job.ts'
import * as contract from '#shared/mail-reports/contract.ts'
import { checkMailReport, confirmMailReport, type MailReportParts } from './confirm-report.ts'
import { deleteOldMailReports } from './mail-report-store.ts'

export { confirmReportMail } from './confirm-mail.ts'
export { MailReportLinks } from './mail-report-links.ts'

export function bindMailReports(routes: Routes, parts: MailReportParts): void {
  routes.read(contract.checkMailReport, (call, db) => checkMailReport(call, db, parts))
  routes.act(contract.confirmMailReport, async (call, { db, inTx }) => ({
    reply: { result: await confirmMailReport(call, db, inTx, parts) },
  }))
}

/** Deletes mails that nobody confirmed. */
export const mailReportJobs = (inTx: InTx): readonly Job[] => [
  {
    name: 'delete-old-mail-reports',
    title: 'Delete reports by mail that nobody confirmed within a week',
    schedule: '22 4 * * *',
    catchesUp: true,
    run: () => inTx(deleteOldMailReports),
  },
]
