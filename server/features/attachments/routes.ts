import type { Routes } from '#server/http/serve.ts'
import * as attachments from '#shared/attachments/contract.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { listAttachments, listBugAttachments } from './list-attachments.ts'
import { uploadAttachment } from './upload-attachment.ts'
import { viewAttachment } from './view-attachment.ts'

export function bindAttachments(routes: Routes, attachmentStore: AttachmentStore): void {
  routes.act(attachments.uploadAttachment, async (call, { inTx }) => ({
    reply: { result: await uploadAttachment(call, inTx, attachmentStore) },
  }))
  routes.read(attachments.listAttachments, async ({ actor, query }, db) => ({
    result: await listAttachments(db, actor, query.ids.split(',')),
  }))
  routes.read(attachments.listBugAttachments, async ({ actor, params }, db) => ({
    result: await listBugAttachments(db, actor, params.bugId),
  }))
  routes.file(attachments.viewAttachment, (call, db) => viewAttachment(call, db, attachmentStore))
}
