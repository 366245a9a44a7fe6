import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { MailLimits } from '#server/features/accounts/public.ts'
import { lockBug, requireBug } from '#server/features/bugs/public.ts'
import { putMail } from '#server/features/mail/public.ts'
import { type Contact, findContact } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ReporterLinkState } from '#shared/reporter-links/contract.ts'
import { endReporterLink } from './end-link.ts'
import { insertFirstLinks, insertLink, workingLinkOf } from './link-store.ts'
import { reporterLinkMailName } from './link-mail.ts'

type LinkReceiver = Pick<Contact, 'id' | 'address'>

/**
 * Makes a link for the reporter of a bug and has it mailed to them, which ends the one that they had.
 * @param madeBy who of the team had it sent; null where it comes with the report
 * @returns the link's id
 */
export async function giveReporterLink(
  tx: Tx,
  bugId: string,
  reporter: LinkReceiver,
  madeBy: string | null,
): Promise<string> {
  if (madeBy !== null) await endReporterLink(tx, bugId, madeBy)
  const linkId = await insertLink(tx, { bugId, userId: reporter.id, madeBy })
  await mailLink(tx, { linkId, bugId }, reporter, madeBy)
  return linkId
}

/**
 * Makes a reporter a link for each of these bugs that they reported and that never had one, and has it mailed to them: they have
 * confirmed their address. Bugs that nobody without an account may see get none.
 */
export async function giveFirstLinks(tx: Tx, bugIds: readonly string[], reporter: LinkReceiver): Promise<void> {
  for (const link of await insertFirstLinks(tx, bugIds, reporter.id)) await mailLink(tx, link, reporter, null)
}

async function mailLink(
  tx: Tx,
  { linkId, bugId }: { readonly linkId: string; readonly bugId: string },
  { address }: LinkReceiver,
  madeBy: string | null,
): Promise<void> {
  await putMail(tx, { kind: reporterLinkMailName, userId: null, address, subjectId: linkId })
  await recordEvent(tx, { type: 'reporter-link-sent', subjectId: bugId, actorId: madeBy, payload: { linkId } })
}

const reporterOf: Prepared = {
  name: 'reporter-of-bug',
  text: `select u.id, u.full_name as "fullName", place.is_open as "isOpen"
    from bugs b join users u on u.id = b.created_by join products place on place.number = b.product_number where b.id = $1`,
}

/** The reporter of a bug that the caller sees, and whether a link could reach them. */
async function reporterFor(db: Db, bugId: string): Promise<{ fullName: string; contact: Contact | undefined }> {
  const [row] = await db.prepared<{ id: string; fullName: string; isOpen: boolean }>(reporterOf, [bugId])
  if (!row) throw new Error('A bug that was seen has a reporter.')
  return { fullName: row.fullName, contact: row.isOpen ? await findContact(db, { id: row.id }) : undefined }
}

/** Returns whether the reporter of a bug follows it by a link. @throws AppError not-found */
export async function reporterLinkState(db: Db, actor: Actor, bugId: string): Promise<ReporterLinkState> {
  await requireBug(db, actor, bugId)
  const { fullName, contact } = await reporterFor(db, bugId)
  const link = contact && (await workingLinkOf(db, bugId))
  return {
    isPossible: contact !== undefined,
    reporterName: fullName,
    link: link
      ? {
          madeOn: link.madeOn.toISOString(),
          usedOn: link.usedOn?.toISOString() ?? null,
          expiresOn: link.expiresOn?.toISOString() ?? null,
          isMailed: link.isMailed,
        }
      : null,
  }
}

/**
 * Mails the reporter of a bug a new link.
 * @throws AppError not-found; conflict for a reporter who has an account or no address, and for a bug that not everybody may see;
 *   too-many-requests
 */
export async function sendReporterLink(
  { actor, bugId }: { readonly actor: Actor; readonly bugId: string },
  db: Db,
  inTx: InTx,
  limits: MailLimits,
): Promise<ReporterLinkState> {
  await requireBug(db, actor, bugId)
  const { contact } = await reporterFor(db, bugId)
  if (!contact) throw notPossible()
  await limits.person(actor.userId)
  if (!(await limits.isAllowed('reporter-link', contact.address)))
    throw new AppError('too-many-requests', 'They were sent several links just now; they can use the last one.', {
      retryAfterSeconds: 1800,
    })
  return inTx(async (tx) => {
    const bug = await lockBug(tx, actor, bugId)
    // It may have been given to an account meanwhile.
    const reporter = (await reporterFor(tx, bug.id)).contact
    if (!reporter) throw notPossible()
    await giveReporterLink(tx, bug.id, reporter, actor.userId)
    return reporterLinkState(tx, actor, bug.id)
  })
}

const notPossible = () =>
  new AppError(
    'conflict',
    'No link can be sent: the reporter has an account or left no address, or the product is open to its members alone.',
  )
