import type { Db } from '#server/db/database.ts'
import {
  type KnownMatches,
  matchMemoryOf,
  type News,
  rankedLeaves,
  type WordSearch,
} from '#server/features/search/public.ts'
import { wordSearchOf } from './bug-list-filter.ts'
import { isFarIn, type ListOrder, type ListPage, type PageWish } from './bug-list-statement.ts'
import type { BugFactRow } from './bug-presenter.ts'
import { wishFor } from './far-page.ts'
import { farRowsByWords } from './far-words.ts'
import { type CountedRow, type FoundRows, offsetOf, totalBeside, totalOf } from './found-rows.ts'
import {
  asksForTotal,
  isCountedAtOnce,
  type WordList,
  wordPageStatement,
  wordTotalStatement,
} from './word-list-statement.ts'
import { ownPage, type Since, titledPage, walkedPage } from './word-list-walk.ts'

/** Words that are remembered. */
interface Remembered<Known = KnownMatches> {
  readonly search: WordSearch
  readonly known: Known
}

/** A page of the bugs that match words, and how many there are. */
export async function rowsByWords(db: Db, list: WordList, order: ListOrder, page: PageWish): Promise<FoundRows> {
  const memory = matchMemoryOf(db)
  const search = wordSearchOf(list.query, list.search)
  const far = search && isFarIn(page) ? await farRowsByWords(db, search, order, page) : undefined
  if (far) return far
  // Other pages may be made from their end, which only the total says.
  const standing = search && page.number === 1 ? memory.standing(search) : undefined
  const quick =
    search && standing && standing.total >= page.size
      ? await quickRows(db, { search, known: standing }, list, order, page)
      : undefined
  if (quick?.rows && quick.news?.changes === 0) {
    standing?.stillHeld(quick.news)
    return { rows: quick.rows, total: standing?.total ?? 0 }
  }
  if (quick && !quick.rows && isCountedAtOnce(list, order, page)) {
    const found = await gatheredRows(db, list, order, page)
    // It is no longer as rare as it is remembered.
    if (search && standing && found.total > standing.total * 2) await memory.known(search)
    return found
  }
  const known = search && (await memory.known(search))
  if (!known) return gatheredRows(db, list, order, page)
  if (known.total <= offsetOf(page)) return { rows: [], total: known.total }
  if (order.by !== 'relevance') wishFor(db, order, page, known.total)
  // The same statement as when it is standing, so that one plan is kept.
  const since = page.number === 1 ? memory.standing(search)?.since : undefined
  const { rows } = quick ?? (await quickRows(db, { search, known: { ...known, since } }, list, order, page))
  if (rows) return { rows, total: known.total }
  return gatheredRows(db, list, order, page, { search, known })
}

interface QuickRows {
  /** Undefined where a page is not possible so, or would cost more. */
  readonly rows: readonly BugFactRow[] | undefined
  /** Whether anything has happened, where `known` says since when. */
  readonly news: News | undefined
}

/** A page for which not all matches are gathered. */
async function quickRows(
  db: Db,
  { search, known }: Remembered<KnownMatches & Since>,
  list: WordList,
  order: ListOrder,
  page: PageWish,
): Promise<QuickRows> {
  const ask = async (statement: ListPage | undefined): Promise<QuickRows> => {
    if (!statement) return { rows: undefined, news: undefined }
    const rows = await db.prepared<BugFactRow & Partial<News>>(statement, statement.values)
    const { changes, xmin } = rows[0] ?? {}
    return { rows, news: changes === undefined || xmin === undefined ? undefined : { changes, xmin } }
  }
  if (order.by !== 'relevance') return ask(walkedPage(search, list.search, order, page, known))
  for (const place of [titledPage, ownPage]) {
    const found = await ask(place(search, list.search, order, page, known.since))
    if (found.rows?.length === page.size) return found
  }
  return { rows: undefined, news: undefined }
}

/** A page of all matches; they are counted where nothing is known of them. */
async function gatheredRows(
  db: Db,
  list: WordList,
  order: ListOrder,
  page: PageWish,
  recent?: Remembered,
): Promise<FoundRows> {
  const known = isCountedAtOnce(list, order, page) ? undefined : recent?.known.total
  const total = known ?? (asksForTotal(order, page) ? await totalOf(db, wordTotalStatement(list)) : undefined)
  if (total !== undefined && total <= offsetOf(page)) return { rows: [], total }
  const leaves = order.by === 'relevance' ? await rankedLeaves(db, list.search.wanted) : []
  const statement = wordPageStatement({ ...list, order, leaves, recent }, page, total)
  const rows = await db.prepared<CountedRow>(statement, statement.values)
  return { rows, total: total ?? (await totalBeside(db, rows, page, wordTotalStatement(list))) }
}
