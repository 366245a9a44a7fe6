import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { putMail } from '#server/features/mail/public.ts'
import { mayBeMailed, normalEmail } from '#server/features/users/public.ts'
import { maxTitleLength } from '#shared/bugs/words.ts'
import { storableText } from '#shared/http/fields.ts'
import type { HeldReason } from '#shared/mail-in/words.ts'
import { mailReportDays, maxMailReportLength } from '#shared/mail-reports/contract.ts'
import { isMailAddress, maxNameLength } from '#shared/users/contract.ts'
import { createHash } from 'node:crypto'
import { confirmReportMailName } from './confirm-mail.ts'

/** A mail to the product or to one of its products that answers nothing. */
export interface NewMail {
  readonly messageId: string
  readonly from: { readonly address: string; readonly name: string }
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly content: Uint8Array }[]
  readonly receivedOn: Date
  /** It comes from whom it names. */
  readonly isAuthentic: boolean
}

/** What became of a new mail: it waits for its sender, as `reportId`, or nothing was kept of it for a reason. */
export type HeldMail =
  | { readonly isHeld: true; readonly reportId: string }
  | { readonly isHeld: false; readonly reason: Extract<HeldReason, 'not-authentic' | 'not-allowed' | 'too-many'> }

/** Mails that wait or waited within an hour, by their sender and its domain, and everything that waits. */
const most = { ofAddress: 5, ofDomain: 60, waiting: 1_000 }
/** Files of one mail, and bytes of them and of all that wait. */
const mostFiles = 10
const mostBytes = 10 * 1024 * 1024
const mostBytesWaiting = 500 * 1024 * 1024

const counts: Prepared = {
  name: 'mail-report-counts',
  text: `select
      count(*) filter (where held_on > now() - interval '1 hour' and address = $1)::integer as "ofAddress",
      count(*) filter (where held_on > now() - interval '1 hour' and split_part(address, '@', 2) = $2)::integer as "ofDomain",
      count(*) filter (where confirmed_on is null)::integer as waiting,
      (select coalesce(sum(octet_length(content)), 0)::float8 from mail_report_files) as bytes
    from mail_reports where held_on > now() - interval '${mailReportDays} days'`,
}

/**
 * Keeps a new mail until its sender confirms that it is a report, for which they are mailed a link. The same mail twice is one
 * report. A sender who is nobody's for sure is mailed nothing, so nobody can have others mailed.
 */
export async function holdReportByMail(tx: Tx, mail: NewMail): Promise<HeldMail> {
  if (!mail.isAuthentic) return { isHeld: false, reason: 'not-authentic' }
  const address = normalEmail(mail.from.address)
  if (!isMailAddress(address) || !(await mayBeMailed(tx, null, address, false)))
    return { isHeld: false, reason: 'not-allowed' }
  // The same mail may come by two ways at once, and limits count what others store.
  await acquireAdvisoryLock(tx, 'mail reports')
  const mailHash = createHash('sha256').update(`${address}\n${mail.messageId}`).digest('hex')
  const known = await tx.selectFrom('mail_reports').select('id').where('mail_hash', '=', mailHash).executeTakeFirst()
  if (known) return { isHeld: true, reportId: known.id }
  const [now] = await tx.prepared<typeof most & { bytes: number }>(counts, [address, address.split('@')[1]])
  if (!now || now.ofAddress >= most.ofAddress || now.ofDomain >= most.ofDomain || now.waiting >= most.waiting)
    return { isHeld: false, reason: 'too-many' }
  const id = newRecordId()
  await tx
    .insertInto('mail_reports')
    .values({
      id,
      mail_hash: mailHash,
      address,
      name: nameOf(mail.from.name),
      product_key: productNamed(mail.to),
      title: cut(oneLine(storableText(mail.subject)), maxTitleLength) || 'Report by mail',
      description: cut(storableText(mail.text).trim(), maxMailReportLength),
    })
    .execute()
  await storeFiles(tx, id, mail.attachments, mostBytesWaiting - now.bytes)
  await putMail(tx, { kind: confirmReportMailName, userId: null, address, subjectId: id })
  return { isHeld: true, reportId: id }
}

/** The first files, as far as they are within the limits. The others stay with the mail that came. */
async function storeFiles(tx: Tx, reportId: string, attachments: NewMail['attachments'], room: number): Promise<void> {
  let left = Math.min(mostBytes, room)
  const kept = attachments.slice(0, mostFiles).filter(({ content }) => {
    if (content.length === 0 || content.length > left) return false
    left -= content.length
    return true
  })
  for (const [number, { name, content }] of kept.entries()) {
    await tx
      .insertInto('mail_report_files')
      .values({
        report_id: reportId,
        number,
        name: cut(oneLine(storableText(name)), 255) || 'file',
        content: Buffer.from(content),
      })
      .execute()
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Never half of a character. */
const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`)

/** Whoever says no name is none: an address is told to nobody. */
function nameOf(given: string): string {
  const name = cut(oneLine(storableText(given)), maxNameLength)
  return name === '' || name.includes('@') ? 'Reporter by mail' : name
}

/** The key of a product in `mothlight+key@example.com`. */
function productNamed(to: readonly string[]): string | null {
  for (const address of to) {
    const [, key] = /\+([a-z][a-z0-9]{0,23})@/i.exec(address) ?? []
    if (key) return key.toUpperCase()
  }
  return null
}
