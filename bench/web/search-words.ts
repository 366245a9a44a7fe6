import type pg from 'pg'

const looked = 2000
const wanted = 200

/** Returns words that few bugs have, and words that many have, for searches without a warm cache. */
export async function searchWords(client: pg.Client): Promise<{ rare: string[]; common: string[] }> {
  const { rows } = await client.query<{ word: string; bugs: number }>(
    `select word, ndoc as bugs from ts_stat('select words from bug_search order by bug_id limit ${looked}')
     where word ~ '^[a-z]{5,12}$' order by ndoc desc, word`,
  )
  const most = rows[0]?.bugs ?? 0
  const between = (least: number, limit: number) =>
    rows.filter(({ bugs }) => bugs >= least && bugs <= limit).map(({ word }) => word)
  return { common: between(most * 0.1, most * 0.6).slice(0, wanted), rare: between(1, most * 0.005).slice(0, wanted) }
}
