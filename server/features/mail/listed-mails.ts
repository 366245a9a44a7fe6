import type { Db, Tx } from '#server/db/database.ts'
import { clearEmailRefused } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { wakeJob } from '#server/jobs/stored-jobs.ts'
import { sendJob } from './mail-store.ts'

/** Most mails that are listed, of those that went and of those that did not. */
const mostListed = 100

export interface MailRow {
  readonly id: string
  readonly kind: string
  readonly address: string
  readonly user_id: string | null
  readonly created_on: Date
}

interface SentRow extends MailRow {
  readonly sent_on: Date
}

interface UnsentRow extends MailRow {
  readonly tries: number
  readonly last_error: string | null
  readonly failed_on: Date | null
}

const unsent = {
  name: 'unsent-mails',
  // What is not due yet, or just on its way, is no trouble.
  text: `select id, kind, address, user_id, created_on, tries, last_error, failed_on from mails
    where failed_on is not null or (sent_on is null and (last_error is not null or due_on < now() - interval '1 minute'))
    order by created_on desc, id desc limit ${mostListed}`,
}

/** Returns the mails that did not go out, the newest first. */
export const unsentMails = (db: Db): Promise<UnsentRow[]> => db.prepared<UnsentRow>(unsent, [])

const sent = {
  name: 'sent-mails',
  text: `select id, kind, address, user_id, created_on, sent_on from mails where sent_on is not null
    order by sent_on desc, id desc limit ${mostListed}`,
}

/** Returns the mails that went, the newest first, as long as their rows are kept. */
export const sentMails = (db: Db): Promise<SentRow[]> => db.prepared<SentRow>(sent, [])

export interface MailCounts {
  readonly waiting: number
  readonly failed: number
  readonly sentLately: number
  /** Seconds for which the longest waiting of those that are due has waited. */
  readonly waitsFor: number
  readonly heldOn: Date | null
}

const counts = {
  name: 'mail-counts',
  text: `select
      (select count(*) from mails where sent_on is null and failed_on is null)::integer as waiting,
      (select count(*) from mails where failed_on is not null)::integer as failed,
      (select count(*) from mails where sent_on > now() - interval '24 hours')::integer as "sentLately",
      (select coalesce(extract(epoch from now() - min(greatest(created_on, due_on - interval '10 minutes'))), 0)::float8
        from mails where sent_on is null and failed_on is null and tries > 0) as "waitsFor",
      (select held_on from outgoing_hold) as "heldOn"`,
}

export async function countMails(db: Db): Promise<MailCounts> {
  const [row] = await db.prepared<MailCounts>(counts, [])
  if (!row) throw new Error('Counting gives a row.')
  return row
}

const again = {
  name: 'mail-again',
  text: `update mails set due_on = now(), expires_on = greatest(expires_on, now() + interval '24 hours'), tries = 0,
      failed_on = null, last_error = null
    where id = $1 and sent_on is null returning address`,
}

/**
 * Has a mail tried again at once, with another 24 hours. Whether it still has anything to say, its kind decides then.
 * @throws AppError not-found
 */
export async function tryMailAgain(tx: Tx, id: string): Promise<void> {
  const [row] = isRecordId(id) ? await tx.prepared<{ address: string }>(again, [id]) : []
  if (!row) throw new AppError('not-found', 'No unsent mail has this id.')
  await clearEmailRefused(tx, row.address)
  await wakeJob(tx, sendJob)
}

/** Ends the hold of a restore. @returns how many mails wait now */
export async function releaseMails(tx: Tx): Promise<number> {
  await tx.deleteFrom('outgoing_hold').execute()
  await wakeJob(tx, sendJob)
  return (await countMails(tx)).waiting
}
