import type { Hit } from './find-hits.ts'

/** Characters of a snippet at most. */
export const longestSnippet = 160

/** Each stretch of white space as one space. What is one space already, as most is, is not touched. */
export const onOneLine = (text: string): string => text.replaceAll(/[^\S ]\s*| \s+/g, ' ')

/**
 * Hits of a text where they would stand were it on one line, counted from the first one. Where one stands further behind
 * another than a snippet reaches, it stands no nearer than that. No hit holds white space.
 */
export function onOneLineFrom(text: string, hits: readonly Hit[]): Hit[] {
  let [before, place] = [hits[0]?.from ?? 0, 0]
  return hits.map(({ from, to, leaf }) => {
    place += distance(text, before, from)
    before = from
    return { from: place, to: place + to - from, leaf }
  })
}

/** So much of a text is put on one line at once. */
const stretch = 320

/** From one place in a text to another on one line, or anything longer than a snippet. Neither is white space. */
function distance(text: string, from: number, to: number): number {
  if (to - from > stretch) {
    const first = onOneLine(text.slice(from, from + stretch)).length
    if (first > longestSnippet) return first
  }
  return onOneLine(text.slice(from, to)).length
}

/**
 * What stands about a place in a text, on one line: more than a snippet to each side, or all there is, and cut where there
 * is white space.
 * @returns `flat` with the place `at` in it
 */
export function around(text: string, place: number): { flat: string; at: number } {
  let [from, before] = [place, '']
  while (from > 0 && before.length < longestSnippet) {
    from = Math.max(0, from - stretch)
    while (from > 0 && !isSpace(text, from - 1)) from--
    before = onOneLine(text.slice(from, place)).trimStart()
  }
  let [to, after] = [place, '']
  while (to < text.length && after.length < 2 * longestSnippet) {
    to = Math.min(text.length, to + 2 * stretch)
    while (to < text.length && !isSpace(text, to)) to++
    after = onOneLine(text.slice(place, to)).trimEnd()
  }
  return { flat: before + after, at: before.length }
}

const isSpace = (text: string, at: number) => /\s/.test(text.charAt(at))
