/** Longest name of a mention, in characters, and in words. */
export const maxMentionLength = 100
const maxWords = 6
/** Most people that one text can mention. */
export const maxMentions = 20
/**
 * Most places of a text that are read, and most ends of a name at each; a text with more is not a message to people.
 */
export const maxPlaces = 300
export const maxEnds = 24

const at = /(?<![\p{L}\p{M}\p{N}_.+@/-])@(?=[^\s@])/gu
const word = /[\p{L}\p{M}\p{N}]/u

/**
 * Returns what may be a name after each `@` of a text: every beginning that ends before white space or punctuation,
 * longest first. An `@` inside a word, as in an address, is ignored. There are at most `maxPlaces` times `maxEnds`.
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

/** Returns whether a letter or digit is here; half a surrogate pair counts as one. */
function isWord(line: string, index: number): boolean {
  const character = line[index]
  return character !== undefined && (word.test(character) || /[\ud800-\udfff]/.test(character))
}
