/** A part of a text, and whether it is a word that it shares with another text. */
export interface TextPart {
  readonly text: string
  readonly isMatched: boolean
}

/** Fewest letters that two forms of a word share, such as those of "flickers" and "flickering". */
const shortestStem = 4
/** Most letters after those by which the shorter and the longer form may differ. */
const [shorterEnding, longerEnding] = [1, 3]

/** Splits a text at the words that it shares with another one, also in another form. */
export function markedWords(text: string, matched: readonly string[]): readonly TextPart[] {
  const isWanted = wantedBy(matched)
  const parts: TextPart[] = []
  let done = 0
  for (const { index, 0: word } of text.matchAll(aWord)) {
    if (!isWanted(word)) continue
    if (index > done) parts.push({ text: text.slice(done, index), isMatched: false })
    parts.push({ text: word, isMatched: true })
    done = index + word.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMatched: false })
  return parts
}

/** Returns the shared words that are not in this text, and so in another one of the same bug. */
export function wordsElsewhere(text: string, matched: readonly string[]): readonly string[] {
  const words = text.match(aWord) ?? []
  return matched.filter((one) => {
    const isWanted = wantedBy([one])
    return !words.some(isWanted)
  })
}

/** Letters and digits, and what joins them within identifiers. */
const aWord = /[\p{L}\p{N}]+(?:[._'’+#/-]+[\p{L}\p{N}]+)*/gu

function wantedBy(matched: readonly string[]): (word: string) => boolean {
  const wanted = [...new Set(matched.map((word) => word.toLowerCase()))].filter((word) => word !== '')
  return (word) => {
    const parts = [word, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []), ...partsOf(word)].map((part) => part.toLowerCase())
    return wanted.some((one) => parts.some((part) => isSameWord(one, part)))
  }
}

/** Returns the parts of an identifier in camel case or with digits. */
function partsOf(word: string): readonly string[] {
  return word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  const [shorter, longer] = [Math.min(one.length, other.length) - shared, Math.max(one.length, other.length) - shared]
  return shared >= shortestStem && shorter <= shorterEnding && longer <= longerEnding
}
