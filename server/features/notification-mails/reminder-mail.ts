import { seen, sightValues } from '#server/access/sight.ts'
import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Prepared } from '#server/db/database.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { bugLinkJson, openQuestion, type Question } from '#server/features/bugs/public.ts'
import { levelOfPerson, type LevelSettings } from '#server/features/following/public.ts'
import { mailBody, type MailBlock, type MailKind, type MailOut, shortened } from '#server/features/mail/public.ts'
import { openPagesOf } from '#server/features/open-pages/public.ts'
import { preferencesOf } from '#server/features/users/public.ts'
import { reasonWords } from '#shared/following/reason-words.ts'
import type { BugLink } from '#shared/links/link.ts'
import { mailEnd, pathOf, timesIn } from './mail-parts.ts'

/** It is stored with mails that are due, so it stays as it is. */
export const reminderMailName = 'question-reminder'

/** Characters of a question that a reminder has at most. */
const longestQuestion = 2_000

const link: Prepared = {
  name: 'reminder-mail-bug',
  text: `select ${bugLinkJson('b')} as bug from bugs b where b.id = $1 and b.created_by = $4 and ${seen('b', 2)}`,
}

/**
 * Returns the mail that reminds a reporter of a question. None is sent where it was answered or taken back since it was put, the bug is
 * closed, or the reporter wants no mail of it any more.
 * @param words what the operator has it say
 */
export function reminderMail(key: InstallationKey, out: MailOut, settings: LevelSettings, words: string): MailKind {
  return {
    name: reminderMailName,
    title: 'Reminder of a question',
    needsConfirmed: true,
    write: async (db, { userId, subjectId }) => {
      const actor = userId === null ? null : await findActorOf(db, userId)
      if (!actor?.permissions.has('canViewData') || subjectId === null) return undefined
      const [row] = await db.prepared<{ bug: BugLink }>(link, [subjectId, ...sightValues(actor)])
      const question = row && (await openQuestion(db, row.bug._id))
      if (!row || !question) return undefined
      const person = { bugId: row.bug._id, userId: actor.userId }
      if ((await levelOfPerson(db, person, settings.usualLevels)).level === 'nothing') return undefined
      if ((await preferencesOf(db, actor.userId)).mailFrequency === 'never') return undefined
      const { bug } = row
      const place = question.commentId === null ? 'new-comment' : `comment-${question.commentId}`
      const timeZone = (await openPagesOf(db, [actor.userId])).get(actor.userId)?.timeZone ?? 'UTC'
      const ending = mailEnd(
        key,
        out,
        { about: 'bug', ...person },
        { timeZone, why: `You get this because ${reasonWords.asked}.` },
      )
      const address = out.linkTo(`${pathOf(bug)}#${place}`)
      if (!ending || !address) return undefined
      return {
        subject: `[${bug.key}] Waiting for your answer: ${bug.title}`,
        bugId: bug._id,
        unsubscribe: ending.unsubscribe,
        ...mailBody(out.productName, [
          { heading: bug.title },
          ...questionBlocks(question, words, timeZone),
          { button: 'Answer the question', address },
          ...ending.blocks,
        ]),
      }
    },
  }
}

/** Says what a reporter was asked, by whom and when. @param words what the operator has it say */
export const questionBlocks = (
  { askedBy, askedOn, message }: Question,
  words: string,
  timeZone: string,
): readonly MailBlock[] => [
  { paragraph: words },
  { paragraph: `${askedBy.fullName} asked you · ${timesIn(timeZone)(askedOn.toISOString())}` },
  ...(message === null ? [] : [{ quote: shortened(message.trim(), longestQuestion) }]),
]
