import type { Attachment } from '#shared/attachments/contract.ts'

/**
 * What would be more than a character in a text: marks of Markdown, and what makes a mention or a reference to a bug. An
 * underscore inside a word is none.
 */
const special = /[\\`*[\]{}<>#@~]|&(?=[#\w])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** The Markdown by which a text refers to a file: images are shown where they stand, others can be saved. */
export function attachmentMarkdown({ _id, name, width }: Pick<Attachment, '_id' | 'name' | 'width'>): string {
  // References to characters, because a backslash would leave them where other readers of the text find them.
  const words = name.replace(special, (character) => `&#${character.charCodeAt(0)};`)
  return `${width === undefined ? '' : '!'}[${words}](attachment:${_id})`
}
