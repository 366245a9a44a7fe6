export { claimAttachments } from './claim-attachments.ts'
export { contentKey } from './content-store.ts'
export { countIncoming, type AttachmentStore, openAttachmentStore } from './open-attachment-store.ts'
export { keepTidy } from './keep-tidy.ts'
