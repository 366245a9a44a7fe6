import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { wakeJob } from '#server/jobs/stored-jobs.ts'
import { sql } from 'kysely'
import type { DueMail } from './mail-kind.ts'

/** The job that sends mails. */
export const sendJob = 'send-mails'

export interface NewMail {
  /** The name of a `MailKind`. */
  readonly kind: string
  /** Null for an address without an account. */
  readonly userId: string | null
  readonly address: string
  readonly subjectId: string | null
  /** Absent: now. */
  readonly dueOn?: Date | undefined
  /** What it is about is over then. Absent or later: 24 hours after it is due. */
  readonly expiresOn?: Date | undefined
  /** For news, which wait for mails that somebody waits for. Absent: somebody waits for it. */
  readonly isNews?: boolean
  /** What it is about beside its subject; ids and numbers alone. */
  readonly detail?: Readonly<Record<string, number>> | undefined
}

const put = {
  name: 'put-mail',
  text: `insert into mails (id, kind, user_id, address, subject_id, due_on, expires_on, priority, detail)
    values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()),
      least($7::timestamptz, coalesce($6::timestamptz, now()) + interval '24 hours'), $8, $9::jsonb)
    returning due_on <= now() as is_due`,
}

/**
 * Stores a mail that is due, which is sent within seconds. Never for a report, a comment or a message of the chat: waking
 * the job makes commits wait for each other. @returns its id
 */
export async function putMail(tx: Tx, mail: NewMail): Promise<string> {
  const id = newRecordId()
  const { kind, userId, address, subjectId, dueOn = null, expiresOn = null, isNews = false, detail } = mail
  const [row] = await tx.prepared<{ is_due: boolean }>(put, [
    ...[id, kind, userId, address, subjectId, dueOn, expiresOn],
    isNews ? 1 : 0,
    detail === undefined ? null : JSON.stringify(detail),
  ])
  // What is due later is found by the job's schedule.
  if (row?.is_due) await wakeJob(tx, sendJob)
  return id
}

const isWaiting = 'sent_on is null and failed_on is null'

const anyDue = { name: 'any-mail-due', text: `select from mails where ${isWaiting} and due_on <= now() limit 1` }

export async function isAnyDue(db: Db): Promise<boolean> {
  return (await db.prepared(anyDue, [])).length === 1
}

const lastMinute = {
  name: 'mails-of-last-minute',
  text: `select count(*)::integer as sent from mails where sent_on > now() - interval '1 minute'`,
}

/** Returns how many mails were sent within the last minute. */
export async function sentLastMinute(db: Db): Promise<number> {
  const [row] = await db.prepared<{ sent: number }>(lastMinute, [])
  return row?.sent ?? 0
}

const claim = {
  name: 'claim-mail',
  text: `update mails set tries = tries + 1, first_tried_on = coalesce(first_tried_on, now()), due_on = now() + interval '1 minute'
    where id = (select id from mails where ${isWaiting} and due_on <= now() and expires_on > now()
      order by priority, due_on, id limit 1 for update skip locked)
    returning id, kind, user_id as "userId", address, subject_id as "subjectId", created_on as "createdOn", tries,
      first_tried_on as "firstTriedOn", detail`,
}

/**
 * Takes the next mail that is due, and leaves it alone for a minute: whoever took it and was killed has it sent again by
 * another one then. No transaction is open while it is sent, because every event would wait for it.
 */
export async function claimMail(tx: Tx): Promise<(DueMail & { readonly tries: number }) | undefined> {
  return (await tx.prepared<DueMail & { tries: number }>(claim, []))[0]
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_on: sql`now()`, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Deletes one that has nothing to say any more, or is for somebody who gets no mail. */
export async function dropMail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mails').where('id', '=', id).execute()
}

/** Has it tried again: after 15, 30, 60 seconds and so on, 10 minutes at most. */
export async function postponeMail(
  tx: Tx,
  { id, tries }: { id: string; tries: number },
  reason: string,
): Promise<void> {
  const seconds = Math.min(600, 15 * 2 ** Math.min(tries - 1, 10))
  await tx
    .updateTable('mails')
    .set({ due_on: sql`now() + ${seconds} * interval '1 second'`, last_error: reason })
    .where('id', '=', id)
    .execute()
}

export async function giveMailUp(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ failed_on: sql`now()`, last_error: reason })
    .where('id', '=', id)
    .execute()
}

/** Gives up what could not be sent in time. @returns which */
export function expireMails(tx: Tx): Promise<{ id: string; kind: string; userId: string | null }[]> {
  return tx
    .updateTable('mails')
    .set({ failed_on: sql`now()` })
    .where(sql<boolean>`${sql.raw(isWaiting)} and due_on <= now() and expires_on <= now()`)
    .returning(['id', 'kind', 'user_id as userId'])
    .execute()
}

/** Deletes the rows of mails that were sent a month ago, or given up. */
export async function deleteOldMails(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where(sql<boolean>`sent_on < now() - interval '30 days' or failed_on < now() - interval '30 days'`)
    .execute()
}
