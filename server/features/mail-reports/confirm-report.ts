import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { MailLimits } from '#server/features/accounts/public.ts'
import { type AttachmentStore, keepUpload } from '#server/features/attachments/public.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { defaultProduct, type FoundProduct, productSeen } from '#server/features/products/public.ts'
import { giveReporterLink, type ReporterLinks, workingLinkOf } from '#server/features/reporter-links/public.ts'
import { createBug } from '#server/features/reporting/public.ts'
import {
  accountOfContact,
  confirmAddress,
  findContact,
  mayBeMailed,
  meetContact,
  ownAccount,
} from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import { attachmentMarkdown } from '#shared/attachments/attachment-markdown.ts'
import type { Attachment } from '#shared/attachments/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type {
  checkMailReport as checkEndpoint,
  ConfirmedReport,
  confirmMailReport as confirmEndpoint,
  WaitingReport,
} from '#shared/mail-reports/contract.ts'
import { Readable } from 'node:stream'
import type { MailReportLinks } from './mail-report-links.ts'
import {
  fileNamesOf,
  filesOf,
  lockMailReport,
  type MailReport,
  mailReport,
  markConfirmed,
} from './mail-report-store.ts'

export interface MailReportParts {
  readonly links: MailReportLinks
  readonly reporterLinks: ReporterLinks
  readonly limits: MailLimits
  readonly attachments: AttachmentStore
}

/** Whose a report is: the account with its address, or a person without one, who may be new. */
type Reporter =
  | { readonly is: 'account'; readonly actor: Actor }
  | { readonly is: 'known' | 'new'; readonly actor: Actor | undefined; readonly name: string }

/** Says what a link confirms, or what became of it. */
export async function checkMailReport(
  { actor, body }: Call<typeof checkEndpoint>,
  db: Db,
  { links, reporterLinks }: Pick<MailReportParts, 'links' | 'reporterLinks'>,
): Promise<ReplyOf<typeof checkEndpoint>> {
  const id = links.read(body.token)
  const report = id === undefined ? undefined : await mailReport(db, id)
  if (!report) return { result: null }
  if (report.bugId !== null) return { result: { confirmed: await confirmedReport(db, report.bugId, reporterLinks) } }
  return { result: { waiting: await presentWaiting(db, report, actor) } }
}

async function presentWaiting(db: Db, report: MailReport, caller: Actor | null): Promise<WaitingReport> {
  const reporter = await reporterOf(db, report)
  const product = await productFor(db, reporter.actor ?? (await stranger(db)), report)
  return {
    title: report.title,
    description: report.description,
    fileNames: await fileNamesOf(db, report.id),
    productName: product.name,
    name: reporter.is === 'account' ? reporter.actor.fullName : reporter.name,
    reporter: reporter.is,
    isOwnAccount: reporter.is === 'account' && caller?.userId === reporter.actor.userId,
  }
}

/**
 * Makes the bug of a report by mail, once. Files are stored before, as those of every report: a text refers to them.
 * @throws AppError forbidden for a link that can't be used any more, and where its account may not report; too-many-requests
 */
export async function confirmMailReport(
  call: Call<typeof confirmEndpoint>,
  db: Db,
  inTx: InTx,
  { links, reporterLinks, limits, attachments }: MailReportParts,
): Promise<ConfirmedReport> {
  const { body, address } = call
  const id = links.read(body.token)
  if (id === undefined) throw linkEnded()
  await limits.linkUse(address)
  const begun = await inTx((tx) => beginConfirming(tx, id, body.name))
  if ('bugId' in begun) return confirmedReport(db, begun.bugId, reporterLinks)
  const files: Attachment[] = []
  for (const { name, content } of await filesOf(db, id)) {
    files.push(await keepUpload(begun.actor, { name, content: Readable.from([content]) }, inTx, attachments))
  }
  const bugId = await inTx(async (tx) => {
    const report = await lockMailReport(tx, id)
    if (!report) throw linkEnded()
    // Another press was faster; files that no text refers to are deleted after a day.
    if (report.bugId !== null) return report.bugId
    const { actor } = begun
    const product = await productFor(tx, actor, report)
    const texts = {
      title: body.title,
      description: [body.description, ...files.map(attachmentMarkdown)].join('\n\n'),
      stepsToReproduce: 'Reported by mail, without steps.',
    }
    const bug = await createBug(tx, actor, texts, actor.userId, product.number)
    const contact = await findContact(tx, { id: actor.userId })
    if (contact) await giveReporterLink(tx, bug.id, contact, null)
    await markConfirmed(tx, id, bug.id)
    return bug.id
  })
  return confirmedReport(db, bugId, reporterLinks)
}

/** Finds out who reports; whoever has the link reads the mail of the address, which it confirms. */
async function beginConfirming(
  tx: Tx,
  id: string,
  name: string | undefined,
): Promise<{ readonly bugId: string } | { readonly actor: Actor }> {
  const report = await lockMailReport(tx, id)
  if (!report) throw linkEnded()
  if (report.bugId !== null) return { bugId: report.bugId }
  // Somebody was deactivated meanwhile.
  if (!(await mayBeMailed(tx, null, report.address, false))) throw linkEnded()
  const reporter = await reporterOf(tx, report)
  if (reporter.is === 'account') {
    if (!reporter.actor.permissions.has('canViewData'))
      throw new AppError('forbidden', 'The account with this address may not report bugs here; ask an administrator.')
    return { actor: reporter.actor }
  }
  const contactId = await meetContact(tx, report.address, name ?? report.name, 'mail')
  if (contactId === undefined) throw linkEnded()
  await confirmAddress(tx, contactId)
  return { actor: await contactActor(tx, contactId) }
}

/** Returns the account with the confirmed address of a report, or that to which its earlier ones were given, else a person without one. */
async function reporterOf(db: Db, { address, name }: MailReport): Promise<Reporter> {
  const account = await ownAccount(db, { email: address })
  const accountId = account?.isEmailConfirmed ? account.id : await accountOfContact(db, address)
  const actor = accountId === undefined ? null : await findActorOf(db, accountId)
  if (actor) return { is: 'account', actor }
  const contact = await findContact(db, { email: address })
  if (contact) return { is: 'known', actor: await contactActor(db, contact.id), name: contact.fullName }
  return { is: 'new', actor: undefined, name }
}

/** A person without an account has no right but to report to what everybody sees. */
async function contactActor(db: Db, id: string): Promise<Actor> {
  const actor = await findActorOf(db, id)
  if (!actor) throw linkEnded()
  return actor
}

/** Sees what everybody does. */
async function stranger(db: Db): Promise<Pick<Actor, 'sees'>> {
  const open = await db.selectFrom('products').select('number').where('is_open', '=', true).execute()
  return {
    sees: {
      products: open.map(({ number }) => number),
      isEveryProduct: false,
      privateBugs: false,
      internalComments: false,
    },
  }
}

/** Returns the product that the mail named, if its reporter may see it and it takes bugs, else the usual one. */
async function productFor(db: Db, actor: Pick<Actor, 'sees'>, { productKey }: MailReport): Promise<FoundProduct> {
  const named = productKey === null ? undefined : await productSeen(db, actor, productKey)
  return named && !named.isArchived ? named : defaultProduct(db, actor)
}

async function confirmedReport(db: Db, bugId: string, reporterLinks: ReporterLinks): Promise<ConfirmedReport> {
  const { key, number } = await db
    .selectFrom('bugs')
    .innerJoin('products', 'products.number', 'bugs.product_number')
    .select(['products.key', 'bugs.number'])
    .where('bugs.id', '=', bugId)
    .executeTakeFirstOrThrow()
  const link = await workingLinkOf(db, bugId)
  // One that was sent later is for whom it was sent to: this mail may have been passed on.
  return { key: `${key}-${number}`, ...(link?.madeBy === null && { page: reporterLinks.pathOf(link.linkId) }) }
}

const linkEnded = () => new AppError('forbidden', 'This link can’t be used any more.', { field: 'token' })
