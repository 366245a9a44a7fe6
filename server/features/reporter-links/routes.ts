import type { Db } from '#server/db/database.ts'
import type { MailLimits } from '#server/features/accounts/public.ts'
import { type AttachmentStore, fileAnswer, keepUpload, noSuchFile } from '#server/features/attachments/public.ts'
import { lockBug } from '#server/features/bugs/public.ts'
import { addComment } from '#server/features/comments/public.ts'
import { confirmAddress } from '#server/features/users/public.ts'
import type { Routes } from '#server/http/serve.ts'
import * as contract from '#shared/reporter-links/contract.ts'
import { endReporterLink } from './end-link.ts'
import type { ReporterLimits } from './limits.ts'
import { noteUse, setMailed } from './link-store.ts'
import type { LinkHolder, ReporterLinks } from './reporter-links.ts'
import { reporterLinkState, sendReporterLink } from './send-link.ts'
import { findReportFile, presentReportComment, presentReportFile, viewReport } from './view-report.ts'

export { openReporterLimits } from './limits.ts'

export interface ReporterLinkParts {
  readonly links: ReporterLinks
  readonly limits: ReporterLimits
  readonly mailLimits: MailLimits
  readonly attachments: AttachmentStore
}

/** A call that names a link. */
interface LinkCall {
  readonly params: { readonly token: string }
  readonly address: string
}

export function bindReporterLinks(routes: Routes, { links, limits, mailLimits, attachments }: ReporterLinkParts): void {
  /** Opens the link of a call that writes, and counts it. */
  const holderOf = async ({ params, address }: LinkCall, db: Db): Promise<LinkHolder> => {
    const holder = await links.open(db, params.token)
    await limits.use(holder.linkId, address)
    return holder
  }
  routes.read(contract.viewReport, async ({ params }, db) => ({
    result: await viewReport(db, await links.open(db, params.token)),
  }))
  routes.act(contract.answerReport, async (call, { db, inTx }) => {
    const { actor, bugId, linkId } = await holderOf(call, db)
    const { body, idempotencyKey } = call
    const comment = await inTx(async (tx) => {
      await links.open(tx, call.params.token)
      await noteUse(tx, linkId)
      return addComment({ actor, params: { bugId }, body, idempotencyKey }, tx)
    })
    return { reply: { comment: presentReportComment(comment, actor) } }
  })
  routes.act(contract.uploadToReport, async (call, { db, inTx }) => {
    const { actor } = await holderOf(call, db)
    const { query, body: content, declaredBytes } = call
    const {
      _id: id,
      mediaType: media_type,
      ...file
    } = await keepUpload(actor, { name: query.name, content, declaredBytes }, inTx, attachments)
    const { width = null, height = null } = file
    return { reply: { result: presentReportFile({ ...file, id, media_type, width, height }) } }
  })
  routes.file(contract.viewReportFile, async ({ params, query }, db) => {
    const file = await findReportFile(db, await links.open(db, params.token), params.attachmentId)
    if (!file) throw noSuchFile()
    return fileAnswer(file, query.size, attachments)
  })
  routes.act(contract.setReportMail, async (call, { db, inTx }) => {
    const { linkId, userId } = await holderOf(call, db)
    const { isMailed } = call.body
    await inTx(async (tx) => {
      await links.open(tx, call.params.token)
      await noteUse(tx, linkId)
      // The link went to no other address.
      if (isMailed) await confirmAddress(tx, userId)
      await setMailed(tx, linkId, isMailed)
    })
    return { reply: { isMailed } }
  })
  routes.act(contract.endReporterLink, async (call, { db, inTx }) => {
    const { bugId, userId } = await holderOf(call, db)
    await inTx(async (tx) => {
      await links.open(tx, call.params.token)
      await endReporterLink(tx, bugId, userId)
    })
    return { reply: { isEnded: true as const } }
  })
  routes.read(contract.viewReporterLink, async ({ actor, params }, db) => ({
    result: await reporterLinkState(db, actor, params.bugId),
  }))
  routes.act(contract.sendReporterLink, async ({ actor, params }, { db, inTx }) => ({
    reply: { result: await sendReporterLink({ actor, bugId: params.bugId }, db, inTx, mailLimits) },
  }))
  routes.write(contract.revokeReporterLink, async ({ actor, params }, tx) => {
    const bug = await lockBug(tx, actor, params.bugId)
    await endReporterLink(tx, bug.id, actor.userId)
    return { result: await reporterLinkState(tx, actor, bug.id) }
  })
}
