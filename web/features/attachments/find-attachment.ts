import { type Attachment, listAttachments } from '#shared/attachments/contract.ts'
import { maxAttachmentsAsked } from '#shared/attachments/words.ts'
import { batched } from '#web/lib/batched.ts'
import { call } from '#web/lib/call.ts'

/** Reads what is known of a file. A page may show many, which are requested together. */
export const findAttachment = batched<string, Attachment>(maxAttachmentsAsked, async (ids) => {
  const { result } = await call(listAttachments, { query: { ids: ids.join(',') } })
  return new Map(result.map((attachment) => [attachment._id, attachment]))
})
