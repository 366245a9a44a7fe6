import { maxAttachmentName } from '#shared/attachments/words.ts'

/** Characters that are invisible or change the direction of others, so that `exe.gpj` reads as something else. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** Longest file extension, with its dot. */
const longestEnd = 16

/**
 * Returns a file's name as it is stored: the last part of a path, without invisible characters, and shortened. The
 * extension is kept.
 */
export function cleanName(given: string): string {
  const last = given.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const name = last.normalize('NFC').replace(unseen, '').trim()
  return /^\.*$/.test(name) ? 'file' : shortened(name)
}

function shortened(name: string): string {
  if (name.length <= maxAttachmentName) return name
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= longestEnd ? name.slice(dot) : ''
  // Half of a surrogate pair is not a character.
  return name.slice(0, maxAttachmentName - end.length).replace(/[\ud800-\udbff]$/, '') + end
}
