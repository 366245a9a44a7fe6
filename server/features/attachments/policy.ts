import type { Actor } from '#server/access/actor.ts'

/** Who may see bugs sees their attachments. One that no text refers to yet is seen by its uploader alone. */
export function maySeeAttachment(
  actor: Actor,
  attachment: { readonly isUsed: boolean; readonly uploadedBy: string },
): boolean {
  return attachment.isUsed ? actor.permissions.has('canViewData') : attachment.uploadedBy === actor.userId
}
