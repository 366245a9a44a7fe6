import { kindOf, type LinkTarget } from './mapping.ts'
import type { TrackerLink } from './tracker-issue.ts'

/** A link as a tracker has it. */
export interface WrittenLink {
  /** The tracker's words, seen from the issue that has the link. */
  readonly says: string
  readonly id: string
  /** What the words mean, where they are always the same. */
  readonly means?: LinkTarget
}

/**
 * Returns the bug that an issue repeats, and its links. Only an open issue, or one that was closed as a duplicate,
 * repeats another; otherwise the two relate. Of several parents the first one counts.
 */
export function linksOf(
  written: readonly WrittenLink[],
  resolution: string,
  linkFor: (words: string) => LinkTarget,
): { duplicateOf: string; links: TrackerLink[] } {
  const mayRepeat = /^(duplicate)?$/i.test(resolution.trim())
  let duplicateOf = ''
  let hasParent = false
  const links: TrackerLink[] = []
  for (const { says, id, means } of written) {
    const target = means ?? linkFor(says)
    if (target === 'duplicate' && mayRepeat && duplicateOf === '') {
      duplicateOf = id
      continue
    }
    const isSecondParent = target === 'parent' && hasParent
    hasParent ||= target === 'parent'
    links.push({ kind: target === 'duplicate' || isSecondParent ? 'relates' : kindOf(target), id, says })
  }
  return { duplicateOf, links }
}
