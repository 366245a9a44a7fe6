import type { Hit } from './find-hits.ts'

/** Most characters of a snippet. */
export const longestSnippet = 160

/** Replaces each run of white space by one space. Single spaces, which are most, are not touched. */
export const onOneLine = (text: string): string => text.replaceAll(/[^\S ]\s*| \s+/g, ' ')

/**
 * Returns the positions of hits as if the text were on one line, counted from the first hit. A hit that is farther from
 * the one before than a snippet reaches stays at least that far. No hit contains white space.
 */
export function onOneLineFrom(text: string, hits: readonly Hit[]): Hit[] {
  let [before, place] = [hits[0]?.from ?? 0, 0]
  return hits.map(({ from, to, leaf }) => {
    place += distance(text, before, from)
    before = from
    return { from: place, to: place + to - from, leaf }
  })
}

/** Number of characters that are put on one line at once. */
const width = 320

/**
 * Returns the distance of two positions of a text on one line, or anything longer than a snippet. Neither is white
 * space.
 */
function distance(text: string, from: number, to: number): number {
  if (to - from > width) {
    const first = onOneLine(text.slice(from, from + width)).length
    if (first > longestSnippet) return first
  }
  return onOneLine(text.slice(from, to)).length
}

/**
 * Returns the text around a position, on one line: more than a snippet to each side, or all there is, cut at white
 * space.
 * @returns `flat` with the position `at` in it
 */
export function around(text: string, place: number): { flat: string; at: number } {
  let [from, before] = [place, '']
  while (from > 0 && before.length < longestSnippet) {
    from = Math.max(0, from - width)
    while (from > 0 && !isSpace(text, from - 1)) from--
    before = onOneLine(text.slice(from, place)).trimStart()
  }
  let [to, after] = [place, '']
  while (to < text.length && after.length < 2 * longestSnippet) {
    to = Math.min(text.length, to + 2 * width)
    while (to < text.length && !isSpace(text, to)) to++
    after = onOneLine(text.slice(place, to)).trimEnd()
  }
  return { flat: before + after, at: before.length }
}

const isSpace = (text: string, at: number) => /\s/.test(text.charAt(at))
