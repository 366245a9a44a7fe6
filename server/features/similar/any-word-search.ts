import type { Logger } from '#server/config/log.ts'
import { anyWordQuery } from '#server/features/search/public.ts'
import { wordsOf } from '#shared/search/words.ts'
import type pg from 'pg'
import type { IndexSight } from './engine/similar-index.ts'
import type { Found } from './similar-presenter.ts'

/** Number of words to search for: the longest ones, which are mostly the rarest. */
const maxWords = 10
/** Number of bugs to read for each word; for a more common word, any of its bugs. */
const maxBugs = 1000
/** Time limit in milliseconds. */
const maxTime = 500

/** Finds bugs that have any of the words of a text, those with more and rarer ones first. */
export type AnyWordSearch = (
  text: { readonly title: string; readonly description: string },
  limit: number,
  except: readonly string[],
  sight: IndexSight,
) => Promise<Found[]>

/** Creates an ordinary search of limited cost. A search that takes too long finds nothing. */
export function anyWordSearch(pool: pg.Pool, log: Logger): AnyWordSearch {
  return async ({ title, description }, limit, except, { products, privateBugs }) => {
    const words = wordsToSearch(title, description)
    if (words.length === 0) return []
    const client = await pool.connect()
    try {
      await client.query(start)
      const { rows } = await client.query<{ id: string; matched: string[] }>(statement, [
        words,
        words.map((word) => anyWordQuery([word])),
        except,
        limit,
        products,
        privateBugs,
      ])
      return rows
    } catch (error) {
      if ((error as { code?: string }).code !== canceled) throw error
      log.info('an ordinary search for similar bugs took too long')
      return []
    } finally {
      await client.query('rollback').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    }
  }
}

const start = `begin read only; set local statement_timeout = ${maxTime}; set local enable_seqscan = off`
const canceled = '57014'

// Word by word, so that the index alone tells which bugs have it: reading the words of each bug costs far more.
const statement = `
  with asked as (
    select word, lexemes::tsquery as lexemes, place
    from unnest($1::text[], $2::text[]) with ordinality as asked (word, lexemes, place)
  ), had as (
    select asked.word, asked.place, bug.bug_id, bug.created_on, count(*) over (partition by asked.place) as bugs
    from asked cross join lateral (
      select s.bug_id, s.created_on from bug_search s
      where s.words @@ asked.lexemes and not s.bug_id = any($3::text[])
        and ($5::smallint[] is null or s.product_number = any($5::smallint[])) and ($6::boolean or not s.is_private) limit ${maxBugs}
    ) bug
  )
  select bug_id as id, array_agg(word order by place) as matched from had
  group by bug_id, created_on
  order by sum(ln(1 + ${maxBugs}.0 / bugs)) desc, created_on desc, bug_id desc limit $4`

/** Returns the words of the title before those of the description, the longest first. */
function wordsToSearch(title: string, description: string): string[] {
  const longestFirst = (text: string) => wordsOf(text).toSorted((one, other) => other.length - one.length)
  const words = new Set([...longestFirst(title), ...longestFirst(description.slice(0, 2000))])
  return [...words].filter((word) => word.length > 2 || !isAscii(word)).slice(0, maxWords)
}

const isAscii = (word: string) => /^[a-z0-9]+$/.test(word)
