import type { Db, Prepared } from '#server/db/database.ts'
import { mailBody, type MailKind, type MailOut } from '#server/features/mail/public.ts'
import { reporterLinkDays } from '#shared/reporter-links/contract.ts'
import { linkJoins, linkWorks } from './link-store.ts'
import type { ReporterLinks } from './reporter-links.ts'

/** Names stay as they are: they are stored with mails that are due. */
export const reporterLinkMailName = 'reporter-link'

const titleOf: Prepared = {
  name: 'reporter-link-title',
  text: `select b.title from ${linkJoins} where l.id = $1 and ${linkWorks}`,
}

/** Returns the title of the bug of a link that works; undefined for any other. For mails to its holder. */
export async function titleOfLink(db: Db, linkId: string): Promise<string | undefined> {
  return (await db.prepared<{ title: string }>(titleOf, [linkId]))[0]?.title
}

/** Writes the mail that brings a reporter the link to their bug. */
export const reporterLinkMail = (links: ReporterLinks, out: MailOut): MailKind => ({
  name: reporterLinkMailName,
  title: 'Link by which a reporter follows their bug',
  needsConfirmed: false,
  write: async (db, { subjectId }) => {
    const title = subjectId === null ? undefined : await titleOfLink(db, subjectId)
    const address = subjectId === null ? undefined : out.linkTo(links.pathOf(subjectId))
    if (title === undefined || address === undefined) return undefined
    return {
      subject: `Your report: ${title}`,
      ...mailBody(out.productName, [
        { heading: 'Your report has a page' },
        { paragraph: 'There you see what becomes of it, read what the team writes, and answer, with files too:' },
        { quote: title },
        { button: 'Open my report', address },
        {
          small: `The link is yours: whoever has it can read the report and answer in your name. You can end it on the page. It works until ${reporterLinkDays} days after the report was closed.`,
        },
      ]),
    }
  },
})
