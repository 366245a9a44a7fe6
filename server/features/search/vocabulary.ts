export const shortestCorrected = 4
/** The shortest and the longest word that a correction may lead to. */
const [shortest, longest] = [shortestCorrected - 1, 30]

/** Whether a correction can lead to this word: letters alone. */
export const isCorrectable = (word: string) =>
  word.length >= shortest && word.length <= longest && /^\p{L}[\p{L}\p{M}]*$/u.test(word)

/** A bit for each letter of a word, by its code modulo 32, as a signed integer: how far two words may be alike. */
export function lettersOf(word: string): number {
  let bits = 0
  for (const letter of word) bits |= 1 << ((letter.codePointAt(0) ?? 0) & 31)
  return bits
}

/**
 * A part of a `with` that notes the words of a text; `vocabularyOf` gives its values. Nobody waits for another writer: a
 * word may come to stand there twice.
 * @param first the number of its first parameter
 */
export const noteVocabulary = (first: number) => `vocabulary as (
      insert into search_vocabulary (word, length, letters)
      select v.word, v.length, v.letters
      from unnest($${first}::text[], $${first + 1}::smallint[], $${first + 2}::integer[]) as v (word, length, letters)
      where not exists (select from search_vocabulary k where k.word = v.word)
    )`

/** The values of `noteVocabulary`. */
export function vocabularyOf(runs: Iterable<string>): [words: string[], lengths: number[], letters: number[]] {
  const words = [...new Set(runs)].filter(isCorrectable)
  return [words, words.map((word) => word.length), words.map(lettersOf)]
}
