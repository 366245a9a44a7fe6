import type { Prepared } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { AtOnce } from '#server/events/transactor.ts'
import { messageLexemes } from '#server/features/search/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { StoredMessage } from './message-store.ts'

/** A message to store. */
export interface NewMessage {
  readonly conversationId: string
  readonly from: 'visitor' | 'staff'
  readonly userId: string | null
  readonly senderName: string
  readonly clientId: string | undefined
  readonly message: string
  /** Path of the page where it was written. */
  readonly page: string | undefined
}

export interface WrittenMessage extends StoredMessage {
  /** False when the same client had sent this message before, so that everybody has it already. */
  readonly isNew: boolean
}

interface Waiting {
  readonly message: NewMessage
  readonly resolve: (written: WrittenMessage) => void
  readonly reject: (error: unknown) => void
}

/** Most messages that one statement writes. */
const maxBatch = 200

/** Number of tries for a batch that conflicts with another process's message with the same client id. */
const maxTries = 3

const uniqueViolation = '23505'

/** Called with the ids of messages before and after the statement that writes them. */
export interface WriteWatch {
  /** Called before a message is written. */
  expect(id: string): void
  /** Called when messages were not written, or the outcome is unknown. */
  forget(ids: readonly string[]): void
}

/**
 * Writes messages in batches. Those that arrive during a commit form the next batch, so that they share the wait for
 * the disk and each conversation's messages are numbered in the order of arrival.
 */
export class MessageWriter {
  readonly #write: AtOnce
  readonly #watch: WriteWatch
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(write: AtOnce, watch: WriteWatch) {
    this.#write = write
    this.#watch = watch
  }

  /**
   * Resolves once the message is stored.
   * @throws AppError not-found when the conversation was deleted, forbidden when its visitor is blocked, conflict when
   * the client has used its id for another message
   */
  write(message: NewMessage): Promise<WrittenMessage> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    // Collects everything that arrives in the same tick of the event loop.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch)
      try {
        const written = await this.#writeBatch(batch.map(({ message }) => message))
        batch.forEach(({ resolve, reject }, n) => {
          const outcome = written[n] ?? gone()
          if (outcome instanceof AppError) reject(outcome)
          else resolve(outcome)
        })
      } catch (error) {
        batch.forEach(({ reject }) => reject(error))
      }
    }
    this.#isRunning = false
  }

  async #writeBatch(messages: readonly NewMessage[]): Promise<(WrittenMessage | AppError | undefined)[]> {
    const now = new Date()
    const firstOf = sameMessages(messages)
    const input = messages.map((message, n) => ({
      n,
      id: newRecordId(now),
      ...message,
      clientId: message.clientId ?? null,
      page: message.page ?? null,
      words: messageLexemes(message.message),
    }))
    const byNumber = new Map(
      (
        await this.#storeWatched(
          input.filter(({ n }) => firstOf[n] === n),
          now,
        )
      ).map((row) => [row.n, row]),
    )
    return messages.map((message, n) => {
      const row = byNumber.get(firstOf[n] ?? n)
      if (!row) return undefined
      if (row.seq === null) return new AppError('forbidden', 'You can’t write here any more.')
      if (!row.isSame || messages[firstOf[n] ?? n]?.message !== message.message) return usedBefore()
      const { seq, id, sentOn } = row
      const isNew = row.isNew && firstOf[n] === n
      return { ...message, clientId: message.clientId ?? null, seq, id: id ?? '', sentOn: sentOn ?? now, isNew }
    })
  }

  async #storeWatched(input: readonly { readonly id: string }[], now: Date): Promise<Row[]> {
    for (const { id } of input) this.#watch.expect(id)
    const written = new Set<string | null>()
    try {
      const rows = await this.#store(statementFor(input.length), JSON.stringify(input), now)
      for (const { id, isNew } of rows) if (isNew) written.add(id)
      return rows
    } finally {
      this.#watch.forget(input.map(({ id }) => id).filter((id) => !written.has(id)))
    }
  }

  async #store(statement: Prepared, input: string, now: Date, tries = 1): Promise<Row[]> {
    try {
      return await this.#write<Row>(statement, [input, now], (rows) =>
        rows.flatMap(({ id, seq, isNew, conversationId, from, userId }) =>
          isNew && id !== null && seq !== null
            ? [
                {
                  type: 'chat-line-added' as const,
                  subjectId: id,
                  actorId: userId,
                  payload: { conversationId, seq, from },
                },
              ]
            : [],
        ),
      )
    } catch (error) {
      if ((error as { code?: string }).code !== uniqueViolation || tries >= maxTries) throw error
      return this.#store(statement, input, now, tries + 1)
    }
  }
}

interface Row {
  n: number
  /** Null: the visitor is blocked. */
  seq: number | null
  id: string | null
  sentOn: Date | null
  isNew: boolean
  /** False: another message is stored under the client's id. */
  isSame: boolean
  conversationId: string
  from: string
  userId: string | null
}

/**
 * Numbers and stores the messages of $1 that are not stored yet, updates their conversations and records the events; a
 * message of a deleted conversation gives no row. It is one statement, so all or nothing is written. The first answer
 * takes an unassigned conversation; a visitor's message opens a closed one again, unassigned.
 */
const writeMessages = (most: number): Prepared => ({
  name: `chat-write-messages-${most}`,
  text: `with input as materialized (
      select * from json_to_recordset($1::json) as i (n integer, id text, "conversationId" text, "from" text,
        "userId" text, "senderName" text, "clientId" text, message text, page text, words json) limit ${most}
    ), locked as materialized (
      select l.* from (select distinct "conversationId" as id from input order by 1) named cross join lateral (
        select id, last_seq, blocked_on is not null as is_blocked from conversations c
        where c.id = named.id limit 1 for no key update
      ) l
    ), known as materialized (
      select i.n, x.* from input i cross join lateral (
        select seq, id, sent_on, message = i.message as is_same from chat_lines
        where i."from" = 'visitor' and conversation_id = i."conversationId" and client_id = i."clientId" and sender = 'visitor'
        limit 1
      ) x
      union all
      select i.n, x.* from input i cross join lateral (
        select seq, id, sent_on, message = i.message as is_same from chat_lines
        where i."from" = 'staff' and conversation_id = i."conversationId" and user_id = i."userId"
          and client_id = i."clientId" and sender = 'staff'
        limit 1
      ) x
    ), fresh as materialized (
      select i.*, l.last_seq + (row_number() over (partition by l.id order by i.n))::integer as seq
      from input i join locked l on l.id = i."conversationId"
      where not (l.is_blocked and i."from" = 'visitor') and not exists (select from known where known.n = i.n)
    ), added as (
      insert into chat_lines (conversation_id, seq, id, sender, user_id, sender_name, client_id, message, sent_on, words)
      select "conversationId", seq, id, "from", "userId", "senderName", "clientId", message, $2::timestamptz,
        array_to_tsvector(array(select json_array_elements_text(words)))
      from fresh
    ), bumped as (
      update conversations c set
        last_seq = t.last_seq,
        last_line_on = $2::timestamptz,
        closed_on = case when t.last_visitor is null then c.closed_on end,
        taken_by = case when c.closed_on is null or t.last_visitor is null then coalesce(c.taken_by, t.staff_id) end,
        staff_seen = greatest(c.staff_seen, t.last_staff),
        waiting_since = case
          when t.last_staff is null then coalesce(c.waiting_since, $2::timestamptz)
          when t.last_visitor > t.last_staff then $2::timestamptz
        end,
        page = coalesce(t.page, c.page)
      from (
        select "conversationId" as id, max(seq) as last_seq, max(page) as page,
          max("userId") filter (where "from" = 'staff') as staff_id,
          max(seq) filter (where "from" = 'visitor') as last_visitor,
          max(seq) filter (where "from" = 'staff') as last_staff
        from fresh group by 1
      ) t where c.id = t.id
    ), noted as (
      insert into events (type, subject_id, actor_id, payload)
      select 'chat-line-added', id, "userId",
        json_build_object('conversationId', "conversationId", 'seq', seq, 'from', "from")
      from fresh order by n
    )
    select n, seq, id, sent_on as "sentOn", false as "isNew", is_same as "isSame", '' as "conversationId", '' as "from", null as "userId"
    from known
    union all
    select n, seq, id, $2::timestamptz, true, true, "conversationId", "from", "userId" from fresh
    union all
    select i.n, null, null, null, false, false, l.id, i."from", null from input i join locked l on l.id = i."conversationId"
    where l.is_blocked and i."from" = 'visitor' and not exists (select from known where known.n = i.n)`,
})

/**
 * One statement for each order of magnitude: the limit tells the planner how few messages there are. With its own guess
 * of a hundred it would read whole tables instead of using their indexes. Look-ups are lateral for the same reason.
 */
const statements = [1, 8, maxBatch].map((most) => ({ most, statement: writeMessages(most) }))

function statementFor(messages: number): Prepared {
  const { statement } = statements.find(({ most }) => messages <= most) ?? {}
  if (!statement) throw new Error(`A batch of ${messages} messages is larger than any statement takes.`)
  return statement
}

/** Returns for each message the index of the first equal one, which the same client sent before. */
function sameMessages(messages: readonly NewMessage[]): number[] {
  const firsts = new Map<string, number>()
  return messages.map((message, n) => {
    if (message.clientId === undefined) return n
    const key = [
      message.conversationId,
      message.from,
      message.from === 'staff' && message.userId,
      message.clientId,
    ].join(' ')
    const first = firsts.get(key) ?? n
    firsts.set(key, first)
    return first
  })
}

const usedBefore = () =>
  new AppError('conflict', 'This clientId was used for another message; give each message its own.', {
    field: 'clientId',
  })

const gone = () => new AppError('not-found', 'There is no such conversation.')
