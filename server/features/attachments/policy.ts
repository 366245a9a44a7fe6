import type { Actor } from '#server/access/actor.ts'

/** A person who may see a bug, which reading them has asked, sees its attachments. Only the uploader sees one that no text refers to yet. */
export function maySeeAttachment(
  actor: Actor,
  attachment: { readonly isUsed: boolean; readonly uploadedBy: string },
): boolean {
  return attachment.isUsed ? actor.permissions.has('canViewData') : attachment.uploadedBy === actor.userId
}
