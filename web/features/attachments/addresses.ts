import { addressOf } from '#web/lib/call.ts'
import { viewAttachment } from '#shared/attachments/contract.ts'

/** Returns the address of a file. */
export function fileAddress(attachmentId: string): string {
  return addressOf(viewAttachment.path, { attachmentId }, {})
}

/** Returns the address of an image's thumbnail. */
export function thumbnailAddress(attachmentId: string): string {
  return addressOf(viewAttachment.path, { attachmentId }, { size: 'thumbnail' })
}
