/** What a text refers to an attached file with: mostly in Markdown, as `![name](attachment:id)`. */
const reference = /!?\[[^[\]\n]*\]\(attachment:[0-9a-f]{24}\)|attachment:[0-9a-f]{24}(?![0-9a-f])/g

/** A text without its references to attached files: their ids and names are no words that a second report has. */
export function withoutReferences(text: string): string {
  return text.includes('attachment:') ? text.replaceAll(reference, ' ') : text
}
