import type { Db, Tx } from '#server/db/database.ts'
import { mailReportDays } from '#shared/mail-reports/contract.ts'
import { sql } from 'kysely'

/** A report by mail as it is stored. */
export interface MailReport {
  readonly id: string
  readonly address: string
  readonly name: string
  readonly productKey: string | null
  readonly title: string
  readonly description: string
  /** The bug that it became; null while it waits. */
  readonly bugId: string | null
}

const columns = [
  'id',
  'address',
  'name',
  'product_key as productKey',
  'title',
  'description',
  'bug_id as bugId',
] as const

const isInTime = sql<boolean>`held_on > now() - ${mailReportDays} * interval '1 day'`

/** Returns a report that waits or became a bug; undefined once its time is over. */
export function mailReport(db: Db, id: string): Promise<MailReport | undefined> {
  return db.selectFrom('mail_reports').select(columns).where('id', '=', id).where(isInTime).executeTakeFirst()
}

/** The same, locked for the rest of the transaction. */
export function lockMailReport(tx: Tx, id: string): Promise<MailReport | undefined> {
  return tx
    .selectFrom('mail_reports')
    .select(columns)
    .where('id', '=', id)
    .where(isInTime)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns what the files of a report are called, in order. */
export async function fileNamesOf(db: Db, reportId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_report_files')
    .select('name')
    .where('report_id', '=', reportId)
    .orderBy('number')
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the files of a report, in order. */
export function filesOf(db: Db, reportId: string): Promise<{ name: string; content: Buffer }[]> {
  return db
    .selectFrom('mail_report_files')
    .select(['name', 'content'])
    .where('report_id', '=', reportId)
    .orderBy('number')
    .execute()
}

/** Notes which bug a report became. The bug has its texts and files from then on. */
export async function markConfirmed(tx: Tx, id: string, bugId: string): Promise<void> {
  await tx.deleteFrom('mail_report_files').where('report_id', '=', id).execute()
  await tx
    .updateTable('mail_reports')
    .set({ confirmed_on: new Date(), bug_id: bugId, title: '', description: '' })
    .where('id', '=', id)
    .execute()
}

/** Deletes reports that nobody confirmed in time, and what is left of the others. */
export async function deleteOldMailReports(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('mail_reports')
    .where(sql<boolean>`not ${isInTime}`)
    .execute()
}
