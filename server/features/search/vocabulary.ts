import { type RawBuilder, sql } from 'kysely'

export const shortestCorrected = 4
/** The shortest and the longest word to which a correction may lead. */
const [shortest, longest] = [shortestCorrected - 1, 30]

/** Returns whether a correction can lead to this word, which must consist of letters. */
export const isCorrectable = (word: string) =>
  word.length >= shortest && word.length <= longest && /^\p{L}[\p{L}\p{M}]*$/u.test(word)

/**
 * Returns a bit for each letter of a word, by its code modulo 32, as a signed integer, which limits how similar two
 * words can be.
 */
export function lettersOf(word: string): number {
  let bits = 0
  for (const letter of word) bits |= 1 << ((letter.codePointAt(0) ?? 0) & 31)
  return bits
}

/** Words with what is compared to find similar ones, one list each. */
export type VocabularyWords = readonly [words: string[], lengths: number[], letters: number[]]

/**
 * Returns the part of a `with` that stores the words of a text. No writer waits for another one, so a word may be
 * stored twice.
 */
export const vocabularyPart = ([words, lengths, letters]: VocabularyWords): RawBuilder<unknown> => sql`vocabulary as (
      insert into search_vocabulary (word, length, letters)
      select v.word, v.length, v.letters
      from unnest(${words}::text[], ${lengths}::smallint[], ${letters}::integer[]) as v (word, length, letters)
      where not exists (select from search_vocabulary k where k.word = v.word)
    )`

/** Returns the words of a text to which a correction can lead. */
export function vocabularyOf(runs: Iterable<string>): VocabularyWords {
  const words = [...new Set(runs)].filter(isCorrectable)
  return [words, words.map((word) => word.length), words.map(lettersOf)]
}
