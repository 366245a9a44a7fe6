import { mailBody, type MailKind, type MailOut } from '#server/features/mail/public.ts'
import { mailReportDays } from '#shared/mail-reports/contract.ts'
import type { MailReportLinks } from './mail-report-links.ts'
import { mailReport } from './mail-report-store.ts'

/** Names stay as they are: they are stored with mails that are due. */
export const confirmReportMailName = 'confirm-report'

/** Writes the mail that asks whether a mail is a report. */
export const confirmReportMail = (links: MailReportLinks, out: MailOut): MailKind => ({
  name: confirmReportMailName,
  title: 'Link to confirm a report by mail',
  needsConfirmed: false,
  write: async (db, { subjectId }) => {
    const report = subjectId === null ? undefined : await mailReport(db, subjectId)
    const address = report && out.linkTo(links.pathOf(report.id))
    if (!report || report.bugId !== null || address === undefined) return undefined
    return {
      subject: `Your report: ${report.title}`,
      ...mailBody(out.productName, [
        { heading: 'One press, and your mail is a report' },
        { paragraph: `Your mail to ${out.productName} has arrived:` },
        { quote: report.title },
        { paragraph: 'The team sees it once you press the button on this page, where you can still change the text.' },
        { button: 'Look at my report', address },
        {
          small: `The link works for ${mailReportDays} days; then the mail is deleted. If you wrote no such mail, do nothing.`,
        },
      ]),
    }
  },
})
