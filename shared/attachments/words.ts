/** Longest name of a file, in UTF-16 code units. */
export const maxAttachmentName = 255

/** Most attachments that one call may ask for. */
export const maxAttachmentsAsked = 50

/** Most attachments of one bug that are listed: the latest. */
export const maxAttachmentsListed = 200

/** Longer side of a thumbnail, in pixels. */
export const thumbnailSide = 480

/** Matches a reference to a file in Markdown: `![name](attachment:id)`, or `[name](attachment:id)`. */
const reference = /attachment:([0-9a-f]{24})(?![0-9a-f])/g

/** Returns the ids of the attachments that a text refers to, each once. */
export function referredAttachments(text: string): string[] {
  return [...new Set([...text.matchAll(reference)].map(([, id]) => id ?? ''))]
}

/** Returns a text that refers to attachments by other ids. @param ids the new ones, by those that it has */
export const renamedAttachments = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replace(reference, (whole, id: string) => (ids.has(id) ? `attachment:${ids.get(id)}` : whole))
