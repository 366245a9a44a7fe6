import type { Db, Prepared, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { askToConfirmOnce } from '#server/features/accounts/public.ts'
import { dropMail, keepReplyAddress, type MailOut, putMail } from '#server/features/mail/public.ts'
import { openPagesOf } from '#server/features/open-pages/public.ts'
import type { Job } from '#server/jobs/job.ts'
import { defaultPreferences, type Preferences } from '#shared/users/preferences.ts'
import { notificationMailNames } from './mail-kinds.ts'
import { isMailDue, type Reader, type Waiting } from './when-to-mail.ts'

/** Notifications that one transaction ends. */
const endedAtOnce = 10_000
/** Mails about bugs that one person gets at once; more of them are one. */
const mostMails = 20

/** Ends what nobody will be mailed: its reader gets none, or it was not mailed in time, which no flood makes up for. */
const endHopeless: Prepared = {
  name: 'notification-mails-end',
  text: `update notifications set is_mail_pending = false where ctid = any(array(
      select n.ctid from notifications n join users u on u.id = n.user_id
        where n.is_mail_pending and n.seen_on is null and (u.email is null or u.is_demo
          or u.deactivated_on is not null or u.email_refused_on is not null or u.preferences ->> 'mailFrequency' = 'never'
          or n.decided_on < now() - case u.preferences ->> 'mailFrequency'
            when 'weekly' then interval '9 days' when 'daily' then interval '3 days' else interval '1 day' end)
        limit ${endedAtOnce}))
    returning 1`,
}

/** What a notification `n` is of: the view that its bug came into, or the bug. */
const of = `case when n.reason = 'entered' then n.view else n.bug_id end`
/** What a mail of it is about, for who is mailed soon: the former, or the bulk change. */
const about = `case when n.reason = 'entered' then n.view else coalesce(n.bulk_id, n.bug_id) end`
const kind = `case when n.reason = 'entered' then 'view' when n.bulk_id is null then 'bug' else 'bulk' end`

/**
 * What is to be mailed, by person and what a mail of it would be about, and everything for who is
 * mailed by the day or week. Left out are bulk changes that go on, and people who were asked to confirm their address and have not.
 */
const pending: Prepared = {
  name: 'notification-mails-pending',
  text: `select u.id as "userId", u.email, u.email_confirmed_on is not null as "isConfirmed", u.preferences,
      case when of_all then u.id else ${about} end as about, case when of_all then 'digest' else ${kind} end as kind,
      min(n.decided_on) as since, bool_or(n.reason in ('asked', 'answered', 'mentioned')) as "isAddressed", now() as now
    from notifications n join users u on u.id = n.user_id
      cross join lateral (select coalesce(u.preferences ->> 'mailFrequency', 'soon') <> 'soon' as of_all) as how
    where n.is_mail_pending and n.seen_on is null
      and (u.email_confirmed_on is not null or u.confirmation_asked_on is null)
      and not exists (select from bulk_changes c where c.id = n.bulk_id and c.finished_on is null)
    group by u.id, about, kind
    having min(n.decided_on) < now() - interval '2 minutes'`,
}

/** When people were mailed something of each bug or view lately. */
const mailedLately: Prepared = {
  name: 'notification-mails-lately',
  text: `select m.user_id as "userId", ${of} as about, max(coalesce(m.sent_on, m.created_on)) as at
    from mails m join notifications n on n.mail_id = m.id
    where m.user_id = any($1::text[]) and m.kind = any($2::text[])
      and (m.sent_on > now() - interval '1 hour' or m.created_on > now() - interval '1 hour')
    group by 1, 2`,
}

/** Mails that wait for the mail server: nobody gets a second one about the same meanwhile. */
const waitingMails: Prepared = {
  name: 'notification-mails-waiting',
  text: `select user_id as "userId", subject_id as about from mails
    where user_id = any($1::text[]) and kind = any($2::text[]) and sent_on is null and failed_on is null`,
}

const mark: Prepared = {
  name: 'notification-mails-mark',
  text: `update notifications n set is_mail_pending = false, mail_id = $1
    where user_id = $2 and is_mail_pending and seen_on is null and ($3 = 'digest' or (${kind} = $3 and ${about} = $4))
    returning 1`,
}

/** A mail that may be due. */
interface Bundle extends Omit<Waiting, 'lastMailOn'> {
  readonly kind: keyof typeof notificationMailNames
  readonly userId: string
  readonly email: string
  /** The bug, the bulk change, or the person themselves. */
  readonly about: string
}

interface PendingRow extends Bundle {
  readonly isConfirmed: boolean
  readonly preferences: Partial<Preferences>
  readonly now: Date
}

interface Mailed {
  readonly userId: string
  readonly about: string
  readonly at: Date
}

/** Puts mails of what people are told once they are due, of which each minute decides. */
export function notificationMailJobs(inTx: InTx, db: Db, out: MailOut): readonly Job[] {
  return [
    {
      name: 'gather-notification-mails',
      title: 'Gather what people are told into mails',
      schedule: '* * * * *',
      catchesUp: false,
      run: (stop) => gatherMails(inTx, db, out, stop),
    },
  ]
}

async function gatherMails(inTx: InTx, db: Db, out: MailOut, stop: AbortSignal): Promise<void> {
  for (let ended = endedAtOnce; ended >= endedAtOnce && !stop.aborted;) {
    ended = (await inTx((tx) => tx.prepared(endHopeless, []))).length
  }
  // What is held after a restore stays pending: whether it is still worth a mail is asked when it is released.
  if ((await out.state(db)) !== 'ready') return
  const { due, toConfirm } = await dueNow(db)
  for (const bundle of due) {
    if (stop.aborted) return
    await inTx((tx) => putBundle(tx, out, bundle))
  }
  for (const person of toConfirm) {
    if (stop.aborted) return
    await inTx((tx) => askToConfirmOnce(tx, person))
  }
}

async function dueNow(db: Db): Promise<{ due: Bundle[]; toConfirm: { id: string; email: string }[] }> {
  const people = Map.groupBy(await db.prepared<PendingRow>(pending, []), ({ userId }) => userId)
  const ids = [...people.keys()]
  const kinds = Object.values(notificationMailNames)
  const pages = await openPagesOf(db, ids)
  const nameOf = ({ userId, about }: Pick<Mailed, 'userId' | 'about'>) => `${userId} ${about}`
  const last = new Map((await db.prepared<Mailed>(mailedLately, [ids, kinds])).map((row) => [nameOf(row), row.at]))
  const waiting = new Set((await db.prepared<Mailed>(waitingMails, [ids, kinds])).map(nameOf))
  const due: Bundle[] = []
  const toConfirm: { id: string; email: string }[] = []
  for (const [userId, rows] of people) {
    const [first] = rows
    if (!first) continue
    const page = pages.get(userId)
    const reader: Reader = {
      ...defaultPreferences,
      ...first.preferences,
      timeZone: page?.timeZone ?? 'UTC',
      isHere: page?.isOpen ?? false,
    }
    const mails = rows.filter(
      (row) =>
        !waiting.has(nameOf(row)) && isMailDue({ ...row, lastMailOn: last.get(nameOf(row)) ?? null }, reader, row.now),
    )
    if (!first.isConfirmed && mails.length > 0) toConfirm.push({ id: userId, email: first.email })
    else if (mails.length <= mostMails) due.push(...mails)
    else if (!waiting.has(`${userId} ${userId}`)) due.push({ ...first, kind: 'digest', about: userId })
  }
  return { due, toConfirm }
}

/** What was seen meanwhile, or put by another process, gives none. */
async function putBundle(tx: Tx, out: MailOut, { kind, userId, email, about }: Bundle): Promise<void> {
  const mail = { kind: notificationMailNames[kind], userId, address: email, subjectId: about, isNews: true }
  const id = await putMail(tx, mail)
  const told = await tx.prepared(mark, [id, userId, kind, about])
  if (told.length === 0) await dropMail(tx, id)
  else if (kind === 'bug') await keepReplyAddress(tx, out, { userId, bugId: about })
}
