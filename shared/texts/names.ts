/** Longest name that a mention can have, in characters, and in words. */
export const maxMentionLength = 100
const maxWords = 6
/** People that one text can name. */
export const maxMentions = 20
/** Places of a text that are looked at, and ends that a name may have at each: more is no message to people. */
export const maxPlaces = 300
export const maxEnds = 24

const at = /(?<![\p{L}\p{M}\p{N}_.+@/-])@(?=[^\s@])/gu
const word = /[\p{L}\p{M}\p{N}]/u

/**
 * What may be a name after each `@` of a text: every beginning that ends before a blank or punctuation, longest first.
 * An `@` inside a word, as in an address, is none. However long the text is, no more than `maxPlaces` times `maxEnds`.
 * @param text without its code
 */
export function possibleNames(text: string): string[][] {
  const places: string[][] = []
  for (const { index } of text.matchAll(at)) {
    if (places.push(beginnings(text.slice(index + 1, index + 2 + maxMentionLength))) === maxPlaces) break
  }
  return places
}

function beginnings(text: string): string[] {
  const line = /^[^\n\r]*/.exec(text)?.[0] ?? ''
  const found: string[] = []
  let words = 1
  for (let end = 1; end <= Math.min(line.length, maxMentionLength) && words <= maxWords; end++) {
    const isBlank = /\s/.test(line[end] ?? ' ')
    const wasBlank = /\s/.test(line[end - 1] ?? ' ')
    if (isBlank && !wasBlank) words++
    if (!wasBlank && !isWord(line, end) && found.push(line.slice(0, end)) === maxEnds) break
  }
  return found.toReversed()
}

/** Whether a letter or digit stands here, of which half a surrogate pair is one. */
function isWord(line: string, index: number): boolean {
  const character = line[index]
  return character !== undefined && (word.test(character) || /[\ud800-\udfff]/.test(character))
}
