import { addressOf } from '#web/lib/call.ts'
import { viewAttachment } from '#shared/attachments/contract.ts'

/** Where a file can be had. */
export function fileAddress(attachmentId: string): string {
  return addressOf(viewAttachment.path, { attachmentId }, {})
}

/** Where an image can be had, small. */
export function thumbnailAddress(attachmentId: string): string {
  return addressOf(viewAttachment.path, { attachmentId }, { size: 'thumbnail' })
}
