/** What other features may use of the files that texts refer to. */
export { AttachmentImage } from './attachment-image.tsx'
export { AttachmentLink } from './attachment-link.tsx'
export { AttachmentList } from './attachment-list.tsx'
export { useBugAttachments } from './attachment-queries.ts'
export { type FileSource, FileSourceContext, fileQuery } from './file-source.ts'
export { AttachmentsUnderField } from './attachments-under-field.tsx'
export { type FieldAttachments, useAttachments } from './use-attachments.ts'
