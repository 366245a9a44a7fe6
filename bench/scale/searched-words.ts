import type { Keyword } from '#bench/data-set/keyword-choice.ts'
import { pick, seededRandom } from '#bench/random.ts'
import { wordQuery } from '#server/features/search/public.ts'
import { runsOf } from '#shared/search/words.ts'
import type pg from 'pg'

/** The words that a run at several sizes searches for. */
export interface SearchedWords {
  /** The same word at every size, and how many bugs it finds at this one. */
  readonly common: Keyword
  /** Words of titles, for searches that differ each time. */
  readonly titleWords: readonly string[]
}

/** Chooses the words. @param word the common word, as it was chosen at the first size */
export async function searchedWords(
  client: pg.ClientBase,
  bugIds: readonly string[],
  word: string,
): Promise<SearchedWords> {
  const { rows } = await client.query<{ bugs: number }>('select count_with_words($1::tsquery, null) as bugs', [
    wordQuery(word, true),
  ])
  return { common: { word, bugs: rows[0]?.bugs ?? 0 }, titleWords: await titleWords(client, bugIds) }
}

const wanted = 2_000

/** Returns words of the titles of some bugs, as frequent as in the titles: what people may search for. */
async function titleWords(client: pg.ClientBase, bugIds: readonly string[]): Promise<string[]> {
  const random = seededRandom('words to search for')
  const { rows } = await client.query<{ title: string }>(
    'select title from bugs where id = any($1::text[]) order by id',
    [bugIds.slice(0, wanted)],
  )
  return rows.flatMap(({ title }) => {
    const words = runsOf(title).filter((word) => /^[a-z]{4,}$/.test(word))
    return words.length > 0 ? [pick(random, words)] : []
  })
}
