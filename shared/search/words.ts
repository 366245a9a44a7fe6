/** Longer words are cut; a search for one is cut the same way. */
const maxWordLength = 60

/**
 * The words of a text, as search knows them: runs of letters and digits in lower case, compatibility forms unified.
 * @returns each word once, in order of first appearance
 */
export function wordsOf(text: string): string[] {
  return [...new Set(runsOf(text))]
}

/** All words of a text, as `wordsOf` makes them, in order and as often as they stand there. */
export function runsOf(text: string): string[] {
  const found =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return found.map((word) => (word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word))
}
