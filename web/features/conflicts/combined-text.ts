import type { DifferenceLine } from '#web/features/history/public.ts'

/**
 * Everything of two texts: what both have once, and what only one has in its place, theirs first. Something to begin a
 * text of one's own with.
 * @param lines how they differ, theirs as the first; undefined while that is not known
 */
export function combinedText(
  { theirs, yours }: { readonly theirs: string; readonly yours: string },
  lines: readonly DifferenceLine[] | undefined,
): string {
  if (!theirs.includes('\n') && !yours.includes('\n')) return `${theirs} ${yours}`
  if (!lines) return `${theirs}\n\n${yours}`
  return lines.map(({ stretches }) => stretches.map(({ text }) => text).join('')).join('\n')
}
