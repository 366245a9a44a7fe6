import { type RawBuilder, sql } from 'kysely'

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

/** Words with what is looked at to find those that are nearly alike, one list each. */
export type VocabularyWords = readonly [words: string[], lengths: number[], letters: number[]]

/**
 * A part of a `with` that notes the words of a text. Nobody waits for another writer: a word may come to stand there
 * twice.
 */
export const vocabularyPart = ([words, lengths, letters]: VocabularyWords): RawBuilder<unknown> => sql`vocabulary as (
      insert into search_vocabulary (word, length, letters)
      select v.word, v.length, v.letters
      from unnest(${words}::text[], ${lengths}::smallint[], ${letters}::integer[]) as v (word, length, letters)
      where not exists (select from search_vocabulary k where k.word = v.word)
    )`

/** The words of a text that a correction can lead to. */
export function vocabularyOf(runs: Iterable<string>): VocabularyWords {
  const words = [...new Set(runs)].filter(isCorrectable)
  return [words, words.map((word) => word.length), words.map(lettersOf)]
}
