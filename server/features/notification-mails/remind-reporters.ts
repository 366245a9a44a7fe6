import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { noteReminder, type WaitingBug, waitingBugs } from '#server/features/bugs/public.ts'
import { type MailOut, putMail } from '#server/features/mail/public.ts'
import { openPagesOf } from '#server/features/open-pages/public.ts'
import type { Job } from '#server/jobs/job.ts'
import { preferencesOf } from '#server/features/users/public.ts'
import { reminderMailName } from './reminder-mail.ts'
import { putReporterReminder } from './reporter-reminder.ts'
import { isQuiet } from './when-to-mail.ts'
import { reminderDue } from './when-to-remind.ts'

const day = 86_400_000

interface Reminding {
  readonly inTx: InTx
  readonly db: Db
  readonly out: MailOut
  readonly days: Config['questions']['reminderDays']
}

/** Reminds reporters of what they were asked, each hour. */
export const reminderJobs = (reminding: Reminding): readonly Job[] => [
  {
    name: 'remind-reporters',
    title: 'Remind reporters of questions that they have not answered',
    schedule: '23 * * * *',
    catchesUp: true,
    run: (stop) => remindReporters(reminding, stop),
  },
]

/**
 * Reminds reporters of questions that they have not answered. Each reminder is noted with its mail, in one transaction, so a job that
 * is killed or done twice sends none twice. In somebody's quiet hours it waits for a later run.
 */
async function remindReporters({ inTx, db, out, days }: Reminding, stop: AbortSignal): Promise<void> {
  const [now, [first]] = [new Date(), days]
  if (first === undefined || (await out.state(db)) !== 'ready') return
  const askedBefore = new Date(now.getTime() - first * day)
  let failure: unknown
  for (const bug of await waitingBugs(db, { askedBefore, reminders: days.length })) {
    if (stop.aborted) return
    // One that can't be sent keeps none of the others.
    await remindOf({ inTx, db, out, days }, bug, now).catch((error: unknown) => (failure ??= error))
  }
  if (failure !== undefined) throw failure
}

async function remindOf({ inTx, db, out, days }: Reminding, bug: WaitingBug, now: Date): Promise<void> {
  const reminder = reminderDue(bug, days, now)
  if (reminder === undefined) return
  const timeZone = (await openPagesOf(db, [bug.reporterId])).get(bug.reporterId)?.timeZone ?? 'UTC'
  if (isQuiet({ ...(await preferencesOf(db, bug.reporterId)), timeZone }, now)) return
  await inTx(async (tx) => {
    if (!(await noteReminder(tx, bug, reminder))) return
    const { id: subjectId, reporterId: userId, address } = bug
    if (address === null) await putReporterReminder(tx, out, subjectId)
    else await putMail(tx, { kind: reminderMailName, userId, address, subjectId, isNews: true })
  })
}
