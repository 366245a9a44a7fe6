/** Longest name that a mention can have, in characters, and in words. */
export const maxMentionLength = 100
const maxWords = 6
/** People that one text can name. */
export const maxMentions = 20

const at = /(?<![\p{L}\p{M}\p{N}_.+@/-])@(?=[^\s@])/gu
const word = /[\p{L}\p{M}\p{N}]/u

/**
 * What may be a name after each `@` of a text: every beginning that ends with a whole word, longest first. An `@` inside
 * a word, as in an address, is none.
 * @param text without its code
 */
export function possibleNames(text: string): string[][] {
  return [...text.matchAll(at)].map(({ index }) => beginnings(text.slice(index + 1)))
}

function beginnings(text: string): string[] {
  const line = /^[^\n\r]*/.exec(text.slice(0, maxMentionLength + 1))?.[0] ?? ''
  const found: string[] = []
  let words = 1
  for (let end = 1; end <= Math.min(line.length, maxMentionLength) && words <= maxWords; end++) {
    const isBlank = /\s/.test(line[end] ?? ' ')
    const wasBlank = /\s/.test(line[end - 1] ?? ' ')
    if (isBlank && !wasBlank) words++
    if (!wasBlank && !(isWord(line, end - 1) && isWord(line, end))) found.unshift(line.slice(0, end))
  }
  return found
}

/** Whether a letter or digit stands here, of which half a surrogate pair is one. */
function isWord(line: string, index: number): boolean {
  const character = line[index]
  return character !== undefined && (word.test(character) || /[\ud800-\udfff]/.test(character))
}
