import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { timelineEntries } from '#server/features/history/public.ts'
import {
  keepReplyAddress,
  mailBody,
  type MailBlock,
  type MailKind,
  type MailOut,
  putMail,
} from '#server/features/mail/public.ts'
import {
  linkIsMailed,
  linkJoins,
  linkWorks,
  type ReporterLinks,
  titleOfLink,
} from '#server/features/reporter-links/public.ts'
import { contactAddress } from '#server/features/users/public.ts'
import type { Job } from '#server/jobs/job.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { type EntryLine, entryLines } from './entry-lines.ts'
import { reporterMailEnd } from './reporter-mail-end.ts'

/** Names stay as they are: they are stored with mails that are due. */
const reporterNewsName = 'reporter-news'

/** Minutes until something is mailed, so that what follows at once comes with it; and between two mails of one bug. */
const waitMinutes = 2
const pauseMinutes = 10
/** Lines of one mail, and events that are read for them. */
const mostLines = 20
const mostEvents = 200

/** What a reporter without an account is told: what somebody says to everybody, and what becomes of the bug. */
const isTold = `e.type in ('comment-added', 'bug-status-changed', 'bug-merged')`

/** Of a bug whose link is joined; what is older than a day is mailed to nobody any more. */
const isNews = `e.subject_id = l.bug_id and e.id > l.mailed_event and e.actor_id is not null and e.actor_id <> l.user_id
  and e.at > now() - interval '24 hours' and ${isTold}`

/** Found by the bugs that were updated within a day, so that writers note nothing. */
const waiting: Prepared = {
  name: 'reporter-news-waiting',
  text: `select l.id from bug_updates x join ${linkJoins} on x.id = b.id
    where x.updated_on > now() - interval '24 hours' and ${linkWorks} and ${linkIsMailed}
      and exists (select from events e where ${isNews} and e.at < now() - interval '${waitMinutes} minutes')
      and not exists (select from mails m where m.subject_id = l.id and m.kind = '${reporterNewsName}'
        and (m.created_on > now() - interval '${pauseMinutes} minutes' or (m.sent_on is null and m.failed_on is null)))`,
}

const lock: Prepared = {
  name: 'reporter-news-lock',
  text: `select id from reporter_links where id = $1 for no key update`,
}

const due: Prepared = {
  name: 'reporter-news-due',
  text: `select min(e.id)::float8 as first, max(e.id)::float8 as last, ${contactAddress('u')} as address,
      u.id as "userId", b.id as "bugId"
    from ${linkJoins}, events e where l.id = $1 and ${linkWorks} and ${linkIsMailed} and ${isNews} group by u.id, b.id`,
}

const moveOn: Prepared = {
  name: 'reporter-news-move-on',
  text: `update reporter_links set mailed_event = $2 where id = $1`,
}

const ofMail: Prepared = {
  name: 'reporter-news-of-mail',
  text: `select e.id::float8 as id, l.bug_id as "bugId" from ${linkJoins}, events e
    where l.id = $1 and ${linkWorks} and ${linkIsMailed} and ${contactAddress('u')} = $4
      and e.subject_id = l.bug_id and e.id between $2 and $3 and e.actor_id is not null and e.actor_id <> l.user_id and ${isTold}
    order by e.id limit ${mostEvents}`,
}

/** Has reporters without an account mailed what happened at their bugs; each minute looks for it. */
export const reporterNewsJobs = (inTx: InTx, db: Db, out: MailOut): readonly Job[] => [
  {
    name: 'put-reporter-mails',
    title: 'Have reporters without an account mailed what happened at their bugs',
    schedule: '* * * * *',
    catchesUp: false,
    run: async (stop) => {
      if ((await out.state(db)) !== 'ready') return
      for (const { id } of await db.prepared<{ id: string }>(waiting, [])) {
        if (stop.aborted) return
        await inTx((tx) => putNews(tx, out, id))
      }
    },
  },
]

interface DueNews {
  readonly first: number
  readonly last: number
  readonly address: string
  readonly userId: string
  readonly bugId: string
}

async function putNews(tx: Tx, out: MailOut, linkId: string): Promise<void> {
  // Read anew behind the lock: another process may have put this mail.
  await tx.prepared(lock, [linkId])
  const [news] = await tx.prepared<DueNews>(due, [linkId])
  if (!news) return
  const { first, last, address, userId, bugId } = news
  const detail = { first, last }
  await putMail(tx, { kind: reporterNewsName, userId: null, address, subjectId: linkId, isNews: true, detail })
  await keepReplyAddress(tx, out, { userId, bugId })
  await tx.prepared(moveOn, [linkId, last])
}

/** Writes the mail that tells a reporter without an account what happened, with the link to their bug. */
export const reporterNews = (key: InstallationKey, links: ReporterLinks, out: MailOut): MailKind => ({
  name: reporterNewsName,
  title: 'What happened at the bug of a reporter without an account',
  needsConfirmed: false,
  write: async (db, { subjectId: linkId, detail, address }) => {
    if (linkId === null || !detail) return undefined
    const rows = await db.prepared<{ id: number; bugId: string }>(ofMail, [
      ...[linkId, detail['first'], detail['last'], address],
    ])
    const [one] = rows
    const title = await titleOfLink(db, linkId)
    if (!one || title === undefined) return undefined
    // As everybody sees it who sees nothing of their own: titles of other bugs are told to nobody here.
    const { actor } = await links.holderOf(db, linkId)
    const ids = rows.map(({ id }) => id)
    const lines = entryLines(((await timelineEntries(db, actor, one.bugId, ids)) ?? []).map(withoutOthers))
    const end = await reporterMailEnd(db, { key, links, out }, linkId)
    if (lines.length === 0 || !end) return undefined
    const { blocks, ...ends } = end
    return {
      subject: `Your report: ${title}`,
      bugId: one.bugId,
      ...ends,
      ...mailBody(out.productName, [{ heading: title }, ...lines.slice(-mostLines).flatMap(blocksOf), ...blocks]),
    }
  },
})

const blocksOf = ({ sentence, quote }: EntryLine): MailBlock[] => [
  { paragraph: sentence },
  ...(quote === undefined ? [] : [{ quote }]),
]

/** What a merge says of another bug is left out: its page tells what everybody may know of it. */
const withoutOthers = (entry: TimelineEntry): TimelineEntry =>
  entry.kind === 'merged'
    ? { ...entry, changes: entry.changes.map(({ from: _from, to: _to, ...change }) => change) }
    : entry
