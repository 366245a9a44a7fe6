export { claimAttachments } from './claim-attachments.ts'
export { type Keeping, openKeeping } from './keeping.ts'
export { keepTidy } from './keep-tidy.ts'
