export { claimAttachments } from './claim-attachments.ts'
export { contentKey } from './content-store.ts'
export { countIncoming, type Keeping, openKeeping } from './keeping.ts'
export { keepTidy } from './keep-tidy.ts'
