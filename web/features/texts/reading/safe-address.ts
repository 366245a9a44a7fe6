/** Matches a reference to a bug's file, by the file's id. */
const attachment = /^attachment:([0-9a-f]{24})$/

/** Returns the id of the file that an address in a text refers to, if it does. */
export function attachmentId(address: string): string | undefined {
  return attachment.exec(address)?.[1]
}

/** Returns the address of a link for the page: web and mail addresses in full, files of bugs, and nothing else. */
export function safeAddress(address: string): string | undefined {
  if (attachment.test(address)) return address
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return undefined
  return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol) ? address : undefined
}
