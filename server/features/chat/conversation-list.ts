import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { bugLinkJson } from '#server/features/bugs/public.ts'
import type { Conversation, listConversations as endpoint } from '#shared/chat/contract.ts'
import type { ChatSender, InboxView } from '#shared/chat/words.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import type { BugLink } from '#shared/links/link.ts'
import { wordsOf } from '#shared/search/words.ts'
import { noConversation } from './speaker.ts'
import { seesNotes } from './staff.ts'
import { anonymous, nameForStaff } from './visitor-name.ts'

/** Characters of a conversation's last message that the inbox shows. */
const previewLength = 200

interface Row {
  id: string
  name: string
  userId: string | null
  email: string | null
  isEmailConfirmed: boolean
  takenById: string | null
  takenByName: string | null
  openedOn: Date
  isClosed: boolean
  isBlocked: boolean
  seq: number
  from: ChatSender
  sender: string
  message: string
  sentOn: Date
  unread: number
  waitingSince: Date | null
  visitorSeen: number
  staffSeen: number
  page: string | null
  userAgent: string
  bugs: BugLink[]
}

/**
 * Columns that the inbox shows of the conversations `c` that a query selects, without bugs that the reader may not see.
 * @param sight the number of the first parameter of the reader's sight
 */
const factsFor = (sight: number) => `c.id, coalesce(u.full_name, c.visitor_name) as name, c.user_id as "userId",
  coalesce(c.email, u.email) as email, c.email is not null and c.email_confirmed_on is not null as "isEmailConfirmed", t.id as "takenById", t.full_name as "takenByName", c.opened_on as "openedOn",
  c.closed_on is not null as "isClosed", c.blocked_on is not null as "isBlocked",
  l.seq, l.sender as "from", l.sender_name as sender, left(l.message, ${previewLength}) as message, l.sent_on as "sentOn",
  (select count(*)::integer from chat_lines x
    where x.conversation_id = c.id and x.seq > c.staff_seen and x.sender = 'visitor') as unread,
  c.waiting_since as "waitingSince", c.visitor_seen as "visitorSeen", c.staff_seen as "staffSeen", c.page,
  c.user_agent as "userAgent",
  coalesce((select json_agg(${bugLinkJson('b')} order by b.id)
    from conversation_bugs cb join bugs b on b.id = cb.bug_id
    where cb.conversation_id = c.id and ${seen('b', sight)}), '[]') as bugs`

const order = 'order by c.waiting_since, c.last_line_on desc, c.id'

/** Of a closed conversation the last that somebody said, because all of them end with the notice that they are closed. */
const joins = `join chat_lines l on l.conversation_id = c.id and l.seq = case when c.closed_on is null then c.last_seq
    else coalesce((select max(x.seq) from chat_lines x where x.conversation_id = c.id and x.sender <> 'product'), c.last_seq) end
  left join users u on u.id = c.user_id left join users t on t.id = c.taken_by`

/** Conditions for the parts of the inbox; for `mine`, $1 is the caller. */
const conditions: Readonly<Record<InboxView, string>> = {
  unassigned: 'c.closed_on is null and c.taken_by is null',
  mine: 'c.closed_on is null and c.taken_by = $1',
  all: 'c.closed_on is null',
  closed: 'c.closed_on is not null',
}

/** Returns whether a visitor of the conversation is connected now. */
type IsConnected = (conversationId: string) => boolean

/** Returns one page of the inbox: visitors who wait come first, the longest wait before the others. */
export async function conversationList(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof endpoint>,
  isConnected: IsConnected,
): Promise<ReplyOf<typeof endpoint>> {
  const page = { number: query.pageNumber ?? 1, size: query.pageSize ?? defaultPageSize }
  const view = query.view ?? 'all'
  const words = query.keywords?.trim() ? wordsOf(query.keywords) : []
  const nothingMatches = words.length === 0 && Boolean(query.keywords?.trim())
  const readsNotes = seesNotes(actor)
  const kept = (name: string) => keptFor(words, readsNotes ? `${name}-with-notes` : name)
  const own = view === 'mine' ? [actor.userId] : []
  const matches = words.map((_, n) => `and ${wordCondition(own.length + n + 1, readsNotes)}`).join(' ')
  const where = `where c.last_seq > 0 and ${conditions[view]} ${matches}`
  const picked = `conversations c ${words.length > 0 ? 'left join users u on u.id = c.user_id' : ''} ${where}`
  const values = [...own, ...words]

  const rows = nothingMatches
    ? []
    : await db.prepared<Row & { total: number | null }>(
        {
          name: kept(`chat-inbox-${view}`),
          // The page is selected by the index with its order, before anything is joined. Where every match must be
          // found for that, matches are counted on the way.
          text: `select ${factsFor(values.length + 3)}, c.total from (
              select c.*, ${words.length > 0 ? '(count(*) over ())::integer' : 'null::integer'} as total
              from ${picked} ${order} limit $${values.length + 1} offset $${values.length + 2}
            ) c ${joins} ${order}`,
        },
        [...values, page.size, (page.number - 1) * page.size, ...sightValues(actor)],
      )
  const total = nothingMatches
    ? 0
    : (rows[0]?.total ?? (await count(db, kept(`chat-inbox-total-${view}`), `from ${picked}`, values)))
  return {
    result: rows.map((row) => presentConversation(row, isConnected)),
    pagination: paginationOf(page, total),
    waiting: await waitingCounts(db, actor),
  }
}

/** Returns one conversation, without its messages. @throws AppError not-found */
export async function viewConversation(
  db: Db,
  actor: Actor,
  id: string,
  isConnected: IsConnected,
): Promise<Conversation> {
  const [row] = isRecordId(id)
    ? await db.prepared<Row>(
        { name: 'chat-conversation', text: `select ${factsFor(2)} from conversations c ${joins} where c.id = $1` },
        [id, ...sightValues(actor)],
      )
    : []
  if (!row) throw noConversation()
  return presentConversation(row, isConnected)
}

/** Number of search words for which the plan is kept: each number of words has a plan of its own. */
const usualWords = 3
const keptFor = (words: readonly string[], name: string) => (words.length > usualWords ? '' : `${name}-${words.length}`)

/** Returns the condition for a word that begins a word of any message or note, or is in the visitor's name or address. */
function wordCondition(n: number, readsNotes: boolean): string {
  const holds = ['chat_lines', ...(readsNotes ? ['chat_notes'] : [])].map(
    (table) => `exists (select from ${table} x where x.conversation_id = c.id
      and x.words @@ (quote_literal($${n}::text) || ':*')::tsquery)`,
  )
  return `(${holds.join(' or ')}
    or position($${n}::text in lower(concat_ws(' ', u.full_name, c.visitor_name, u.email, c.email,
      case when u.id is null and c.visitor_name = '${anonymous}' then 'visitor ' || right(c.id, 4) end))) > 0)`
}

async function count(db: Db, name: string, from: string, values: readonly unknown[]): Promise<number> {
  const [row] = await db.prepared<{ n: number }>({ name, text: `select count(*)::integer as n ${from}` }, values)
  return row?.n ?? 0
}

async function waitingCounts(db: Db, actor: Actor): Promise<ReplyOf<typeof endpoint>['waiting']> {
  const [row] = await db.prepared<ReplyOf<typeof endpoint>['waiting']>(
    {
      name: 'chat-waiting',
      text: `select count(*)::integer as all, (count(*) filter (where taken_by is null))::integer as unassigned,
          (count(*) filter (where taken_by = $1))::integer as mine
        from conversations where waiting_since is not null and closed_on is null and last_seq > 0`,
    },
    [actor.userId],
  )
  return row ?? { unassigned: 0, mine: 0, all: 0 }
}

function presentConversation(row: Row, isConnected: IsConnected): Conversation {
  return {
    _id: row.id,
    visitor: {
      name: nameForStaff(row.name, row.id),
      ...(row.userId !== null && { _id: row.userId }),
      ...(row.email !== null && { email: row.email }),
      ...(row.isEmailConfirmed && { isEmailConfirmed: true }),
      isConnected: isConnected(row.id),
    },
    ...(row.takenById !== null && { takenBy: { _id: row.takenById, fullName: row.takenByName ?? '' } }),
    openedOn: row.openedOn.toISOString(),
    isClosed: row.isClosed,
    isBlocked: row.isBlocked,
    lastLine: {
      seq: row.seq,
      from: row.from,
      sender: row.sender,
      message: row.message,
      sentAt: row.sentOn.toISOString(),
    },
    unread: row.unread,
    ...(row.waitingSince !== null && { waitingSince: row.waitingSince.toISOString() }),
    visitorSeen: row.visitorSeen,
    staffSeen: row.staffSeen,
    ...(row.page !== null && { page: row.page }),
    ...(row.userAgent !== '' && { userAgent: row.userAgent }),
    bugs: row.bugs,
  }
}
