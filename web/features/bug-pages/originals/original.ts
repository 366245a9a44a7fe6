import { shortId } from '#shared/bugs/words.ts'
import type { BugLink } from '#shared/links/link.ts'

/** The bug that another one is a duplicate of, as far as its field shows it. */
export type Original = BugLink

/** How many of the found bugs are offered. */
export const maxOffered = 5

/** What may be offered as the original of a bug: everything that was found but the bug itself. */
export function offered<B extends Original>(found: readonly B[], bugId: string): readonly B[] {
  return found.filter((candidate) => candidate._id !== bugId).slice(0, maxOffered)
}

/** What was typed, where it is a whole id; the server knows whether there is such a bug. */
export function typedId(text: string): string | undefined {
  const id = text.trim().toLowerCase()
  return /^[0-9a-f]{24}$/.test(id) ? id : undefined
}

/** The one bug whose short id or key was typed; more than one, or other words, need a choice. */
export function byShortId<B extends Original>(text: string, found: readonly B[]): B | undefined {
  const typed = text.trim().toLowerCase()
  const meant = found.filter(({ _id, key }) => shortId(_id) === typed || key.toLowerCase() === typed)
  return meant.length === 1 ? meant[0] : undefined
}

/** The server's refusal of an original as a sentence for its field. */
export function originalRefusal(message: string): string {
  return message.replace(/^duplicateOf\b/, 'The original')
}
