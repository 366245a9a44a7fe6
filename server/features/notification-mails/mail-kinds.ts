import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { bugLinkJson } from '#server/features/bugs/public.ts'
import { namedView, nameOfView } from '#server/features/following/public.ts'
import { timelineEntries } from '#server/features/history/public.ts'
import {
  type DueMail,
  type LessMail,
  type MailBlock,
  mailBody,
  type MailKind,
  type MailOut,
  type MailText,
  replyAddressOf,
  shortened,
} from '#server/features/mail/public.ts'
import { openPagesOf } from '#server/features/open-pages/public.ts'
import { preferencesOf } from '#server/features/users/public.ts'
import { type BugStatus, type Classification, isClosedStatus } from '#shared/bugs/words.ts'
import { type NotificationReason, notificationReasons } from '#shared/following/level.ts'
import { reasonWords } from '#shared/following/reason-words.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import type { BugLink } from '#shared/links/link.ts'
import { routePatterns } from '#shared/site/screens.ts'
import { type EntryLine, entryLines, longestQuote, onlyActor } from './entry-lines.ts'
import { answerWords, mailEnd, pathOf, timesIn } from './mail-parts.ts'
import { subjectOf } from './mail-subject.ts'

/** Names stay as they are: they are stored with mails that are due. */
export const notificationMailNames = {
  bug: 'bug-news',
  bulk: 'bulk-news',
  view: 'view-news',
  digest: 'news-digest',
} as const

/** How much one mail tells at most: bugs, lines of each of several, lines of a single one, and events that are read for them. */
const mostBugs = 20
const mostLines = 5
const mostLinesOfOne = 30
const mostEvents = 500

const told: Prepared = {
  name: 'notifications-of-mail',
  // What was read while the mail server did not answer is left in, so that a second try says what the first may have said; but
  // where all of it was read, nothing is left to say.
  text: `select bug_id as "bugId", event_id as "eventId", reason, view,
      ${nameOfView('view', '$2')} as "viewName"
    from notifications
    where mail_id = $1 and user_id = $2 and (seen_on is null or seen_on >= $3) and ($4 or not is_internal)
      and exists (select from notifications n where n.mail_id = $1 and n.user_id = $2 and n.seen_on is null
        and ($4 or not n.is_internal))
    order by event_id`,
}
const putBack: Prepared = {
  name: 'notifications-of-mail-put-back',
  text: `update notifications set is_mail_pending = true, mail_id = null where mail_id = $1 and seen_on is null`,
}
const links: Prepared = {
  name: 'notification-mail-bugs',
  text: `select ${bugLinkJson('b')} as bug, b.status, b.classification from bugs b where b.id = any($1::text[]) and ${seen('b', 2)}`,
}

interface ToldRow {
  readonly bugId: string
  readonly eventId: number
  readonly reason: NotificationReason
  /** The view that it came into: its id, or the name of one that everybody has. */
  readonly view: string | null
  /** What the former is called, while they may open it. */
  readonly viewName: string | null
}

/** A bug that its reader still sees, with what they are told of it. */
interface BugNotifications {
  readonly bug: BugLink
  readonly status: BugStatus
  readonly classification: Classification
  readonly reason: NotificationReason
  /** They reported it, or it affects them. */
  readonly isAffected: boolean
  /** The view that it came into, where that alone is the reason. */
  readonly view: { readonly _id: string; readonly name: string } | undefined
  readonly entries: readonly TimelineEntry[]
  readonly lines: readonly EntryLine[]
}

interface Told {
  readonly userId: string
  readonly bugs: readonly BugNotifications[]
  /** How many bugs the mail is about, of which `bugs` are the last changed. */
  readonly total: number
  readonly timeZone: string
  readonly timeOf: (at: string) => string
}

/**
 * Returns the mails about what people are told: of one bug, of what a bulk change did, and of all since the last one. What was seen
 * in the product since it was put, and bugs that its reader may no longer see, are left out when one is written.
 */
export function notificationMails(key: InstallationKey, out: MailOut): readonly MailKind[] {
  const kind = (
    name: string,
    title: string,
    say: (news: Told, mail: DueMail, db: Db) => MailText | undefined | Promise<MailText | undefined>,
  ): MailKind => ({
    name,
    title,
    needsConfirmed: true,
    // It is gathered again for as long as it is worth it, such as for another address of theirs.
    onUnsent: async (tx, { id }) => void (await tx.prepared(putBack, [id])),
    write: async (db, mail) => {
      const news = await newsOf(db, mail)
      return news && say(news, mail, db)
    },
  })

  const end = (less: LessMail, { timeZone }: Told, why: string) => mailEnd(key, out, less, { timeZone, why })

  const ofOne = async (
    db: Db,
    news: Told,
    { bug, status, classification, reason, isAffected, view, entries, lines }: BugNotifications,
    replyTo?: string | undefined,
  ): Promise<MailText | undefined> => {
    const { userId } = news
    const ending = view
      ? end({ about: 'view', userId, view: view._id }, news, whyOf(view))
      : end({ about: 'bug', userId, bugId: bug._id }, news, `You get this because ${reasonWords[reason]}.`)
    const [address, box] = [out.linkTo(`${pathOf(bug)}#${placeOf(entries)}`), out.linkTo(`${pathOf(bug)}#new-comment`)]
    if (!ending || !address || !box) return undefined
    const who = onlyActor(entries)
    // Whom it affects may open it again with a comment.
    const mayReopen = isAffected && isClosedStatus(status) && classification !== 'duplicate'
    const isEnd = mayReopen && entries.some(({ kind }) => kind === 'status-changed')
    const bodyWith = (longest: number) =>
      mailBody(out.productName, [
        { heading: bug.title },
        ...earlier(lines.length - mostLinesOfOne),
        ...lines
          .slice(-mostLinesOfOne)
          .flatMap(({ sentence, at, quote }): MailBlock[] => [
            { paragraph: `${sentence} · ${news.timeOf(at)}` },
            ...(quote === undefined ? [] : [{ quote: shortened(quote, longest) }]),
          ]),
        ...(reason === 'asked'
          ? [{ paragraph: answerWords }, { button: 'Answer the question', address }]
          : [{ button: `Open ${bug.key}`, address }]),
        ...(isEnd
          ? [{ small: 'Does it still happen?', link: { text: 'Say so, and have it opened again', address: box } }]
          : []),
        replyTo === undefined
          ? { small: 'Replies to this mail are not read.', link: { text: 'Write a comment', address: box } }
          : { small: 'Reply to this mail to comment.' },
        ...ending.blocks,
      ])
    return {
      subject: await subjectOf(db, userId, bug),
      bugId: bug._id,
      unsubscribe: ending.unsubscribe,
      ...(replyTo !== undefined && { replyTo }),
      ...(who !== undefined && { fromName: who }),
      headers: { 'X-Mothlight-Reason': reason, 'X-Mothlight-Bug': bug.key, 'X-Mothlight-Status': status },
      ...fitting(bodyWith),
    }
  }

  const ofMany = (
    news: Told,
    { heading, button, path, view }: { heading: string; button: string; path: string; view?: BugNotifications['view'] },
  ): MailText | undefined => {
    const { userId } = news
    const ending = view
      ? end({ about: 'view', userId, view: view._id }, news, whyOf(view))
      : end({ about: 'all', userId }, news, 'You get this because these bugs concern you.')
    const address = out.linkTo(path)
    if (!ending || !address) return undefined
    const left = news.total - news.bugs.length
    return {
      subject: `${out.productName}: ${heading}`,
      unsubscribe: ending.unsubscribe,
      ...mailBody(out.productName, [
        { heading },
        ...news.bugs.flatMap(({ bug, lines }): MailBlock[] => [
          { title: `${bug.key} ${bug.title}`, address: out.linkTo(pathOf(bug)) ?? address },
          {
            list: [
              ...earlierWords(lines.length - mostLines),
              ...lines
                .slice(-mostLines)
                .map(({ sentence, at, quote }) => `${sentence} · ${news.timeOf(at)}${beginning(quote)}`),
            ],
          },
        ]),
        ...(left > 0 ? [{ paragraph: `And ${left} more ${left === 1 ? 'bug' : 'bugs'}.` }] : []),
        { button, address },
        ...ending.blocks,
      ]),
    }
  }

  return [
    kind(notificationMailNames.bug, 'What happened at a bug', async (news, _mail, db) => {
      const [first] = news.bugs
      if (!first) return undefined
      const target = { userId: news.userId, bugId: first.bug._id }
      // What is answered by mail is a comment for everybody, with what it quotes.
      const isInternal = first.entries.some(({ comment, about }) => comment?.isInternal || about?.isInternal)
      return ofOne(db, news, first, isInternal ? undefined : await replyAddressOf(db, key, out, target))
    }),
    kind(notificationMailNames.bulk, 'What a bulk change did', (news, { subjectId }, db) => {
      const [first] = news.bugs
      if (first && news.total === 1) return ofOne(db, news, first)
      const who = onlyActor(news.bugs.flatMap(({ entries }) => entries)) ?? 'Somebody'
      return ofMany(news, {
        heading: `${who} changed ${news.total} bugs`,
        button: 'Show these bugs',
        path: routePatterns.bulkNews.replace('$bulkId', subjectId ?? ''),
      })
    }),
    kind(notificationMailNames.view, 'New bugs in a view', (news, _mail, db) => {
      const [first] = news.bugs
      if (!first?.view || news.total === 1) return first?.view && ofOne(db, news, first)
      const { _id, name } = first.view
      return ofMany(news, {
        heading: `${news.total} new bugs in ${name}`,
        button: 'Open the view',
        path: `${routePatterns.bugList}?view=${encodeURIComponent(_id)}`,
        view: first.view,
      })
    }),
    kind(notificationMailNames.digest, 'Daily or weekly mail', (news) =>
      ofMany(news, {
        heading: news.total === 1 ? 'What is new at one bug' : `What is new at ${news.total} bugs`,
        button: 'Open your notifications',
        path: routePatterns.news,
      }),
    ),
  ]
}

/** Reasons by which a bug affects its reader. */
const affecting: readonly NotificationReason[] = ['reported', 'joined']

const whyOf = ({ name }: { readonly name: string }) => `You get this because it is new in the view “${name}”.`

/** Mail programs cut longer ones off, with the links at their end. */
const mostHtmlBytes = 90_000

/** Returns the mail with comments as long as it has room for. */
function fitting(bodyWith: (longestQuote: number) => Pick<MailText, 'text' | 'html'>): Pick<MailText, 'text' | 'html'> {
  for (const longest of [longestQuote, 4_000, 1_000]) {
    const body = bodyWith(longest)
    if (Buffer.byteLength(body.html) <= mostHtmlBytes) return body
  }
  return bodyWith(200)
}

/** Where the page of the bug begins what is told. */
function placeOf(entries: readonly TimelineEntry[]): string {
  const [first] = entries
  return first?.comment ? `comment-${first.comment.commentId}` : `entry-${first?._id ?? ''}`
}

const earlierWords = (left: number) =>
  left <= 0 ? [] : [left === 1 ? 'One earlier change or comment' : `${left} earlier changes and comments`]
const earlier = (left: number): MailBlock[] => earlierWords(left).map((words) => ({ paragraph: `${words}.` }))

/** The first words of a comment, in a line. */
function beginning(quote: string | undefined): string {
  if (quote === undefined) return ''
  return `: ${shortened(quote.replaceAll(/\s+/g, ' '), 160)}`
}

/** @returns undefined where there is nothing to say any more, or not to this person */
async function newsOf(db: Db, { id, userId, firstTriedOn }: DueMail): Promise<Told | undefined> {
  const actor = userId === null ? null : await findActorOf(db, userId)
  if (!actor?.permissions.has('canViewData')) return undefined
  if ((await preferencesOf(db, actor.userId)).mailFrequency === 'never') return undefined
  const values = [id, actor.userId, firstTriedOn, actor.sees.internalComments]
  const rows = Map.groupBy(await db.prepared<ToldRow>(told, values), ({ bugId }) => bugId)
  const seenNow = await db.prepared<Pick<BugNotifications, 'bug' | 'status' | 'classification'>>(links, [
    [...rows.keys()],
    ...sightValues(actor),
  ])
  const lastOf = ({ bug }: { bug: BugLink }) => rows.get(bug._id)?.at(-1)?.eventId ?? 0
  const latest = seenNow.toSorted((one, other) => lastOf(other) - lastOf(one))
  const bugs: BugNotifications[] = []
  let looked = 0
  for (; looked < latest.length && bugs.length < mostBugs; looked++) {
    const one = latest[looked]
    const news = one && (await newsOfBug(db, actor, one.bug, rows.get(one.bug._id) ?? []))
    if (news && news.lines.length > 0) bugs.push({ ...one, ...news })
  }
  if (bugs.length === 0) return undefined
  const timeZone = (await openPagesOf(db, [actor.userId])).get(actor.userId)?.timeZone ?? 'UTC'
  return {
    userId: actor.userId,
    bugs,
    total: bugs.length + latest.length - looked,
    timeZone,
    timeOf: timesIn(timeZone),
  }
}

async function newsOfBug(
  db: Db,
  actor: Actor,
  bug: BugLink,
  rows: readonly ToldRow[],
): Promise<Omit<BugNotifications, 'status' | 'classification'>> {
  const ids = rows.slice(-mostEvents).map(({ eventId }) => eventId)
  const entries = (await timelineEntries(db, actor, bug._id, ids)) ?? []
  const readable = new Set(entries.map(({ _id }) => _id))
  const reasons = new Set(rows.filter(({ eventId }) => readable.has(String(eventId))).map((row) => row.reason))
  const reason = notificationReasons.find((one) => reasons.has(one)) ?? 'follows'
  const isAffected = affecting.some((one) => reasons.has(one))
  const entered = rows.findLast((row) => row.reason === 'entered')
  return {
    bug,
    reason,
    isAffected,
    view: reason === 'entered' ? namedView(entered?.view, entered?.viewName) : undefined,
    entries,
    lines: entryLines(entries),
  }
}
