/** Refers to a file that is kept with a bug, by the file's id. */
const attachment = /^attachment:([0-9a-f]{24})$/

/** The id of the file that an address in a text refers to, if it does. */
export function attachmentId(address: string): string | undefined {
  return attachment.exec(address)?.[1]
}

/** The address of a link as it may stand in a page: web and mail addresses in full, files of bugs, and nothing else. */
export function safeAddress(address: string): string | undefined {
  if (attachment.test(address)) return address
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return undefined
  return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol) ? address : undefined
}
