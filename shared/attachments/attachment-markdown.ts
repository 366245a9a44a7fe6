import type { Attachment } from './contract.ts'

/**
 * Matches characters with a special meaning: those of Markdown, and those that begin a mention or a reference to a bug.
 * An underscore inside a word has none.
 */
const special = /[\\`*[\]{}<>#@~]|&(?=[#\w])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** Returns the Markdown that refers to a file: images are shown in place, others can be saved. */
export function attachmentMarkdown({ _id, name, width }: Pick<Attachment, '_id' | 'name' | 'width'>): string {
  // Character references, because other readers of the text would show a backslash.
  const words = name.replace(special, (character) => `&#${character.charCodeAt(0)};`)
  return `${width === undefined ? '' : '!'}[${words}](attachment:${_id})`
}
