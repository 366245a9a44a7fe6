import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { openQuestion } from '#server/features/bugs/public.ts'
import { keepReplyAddress, mailBody, type MailKind, type MailOut, putMail } from '#server/features/mail/public.ts'
import { linkIsMailed, linkJoins, linkWorks, type ReporterLinks } from '#server/features/reporter-links/public.ts'
import { contactAddress } from '#server/features/users/public.ts'
import { questionBlocks } from './reminder-mail.ts'
import { reporterMailEnd } from './reporter-mail-end.ts'

/** It is stored with mails that are due, so it stays as it is. */
const reporterReminderName = 'reporter-reminder'

interface Receiver {
  readonly linkId: string
  readonly bugId: string
  readonly userId: string
  readonly address: string
  readonly title: string
}

const columns = `l.id as "linkId", b.id as "bugId", u.id as "userId", ${contactAddress('u')} as address, b.title`

const ofBug: Prepared = {
  name: 'reporter-reminder-of-bug',
  text: `select ${columns} from ${linkJoins} where b.id = $1 and ${linkWorks} and ${linkIsMailed}`,
}
const ofLink: Prepared = {
  name: 'reporter-reminder-of-link',
  text: `select ${columns} from ${linkJoins} where l.id = $1 and ${contactAddress('u')} = $2 and ${linkWorks} and ${linkIsMailed}`,
}

/** Has the reporter of a bug who has no account reminded of a question, if they have a link and want mail. */
export async function putReporterReminder(tx: Tx, out: MailOut, bugId: string): Promise<void> {
  const [to] = await tx.prepared<Receiver>(ofBug, [bugId])
  if (!to) return
  await keepReplyAddress(tx, out, { userId: to.userId, bugId })
  const mail = { userId: null, address: to.address, subjectId: to.linkId, isNews: true }
  await putMail(tx, { kind: reporterReminderName, ...mail })
}

/**
 * Returns the mail that reminds a reporter without an account of a question. None is sent where it was answered or taken back since it was
 * put, the bug is closed, or the link is over.
 * @param words what the operator has it say
 */
export const reporterReminder = (
  key: InstallationKey,
  links: ReporterLinks,
  out: MailOut,
  words: string,
): MailKind => ({
  name: reporterReminderName,
  title: 'Reminder of a question to a reporter without an account',
  needsConfirmed: false,
  write: async (db, { subjectId: linkId, address: mailedTo }) => {
    const [to] = linkId === null ? [] : await db.prepared<Receiver>(ofLink, [linkId, mailedTo])
    const question = to && (await openQuestion(db, to.bugId))
    const end = to && (await reporterMailEnd(db, { key, links, out }, to.linkId))
    if (!to || !question || !end) return undefined
    const { blocks, ...ends } = end
    return {
      subject: `Waiting for your answer: ${to.title}`,
      bugId: to.bugId,
      ...ends,
      ...mailBody(out.productName, [{ heading: to.title }, ...questionBlocks(question, words, 'UTC'), ...blocks]),
    }
  },
})
