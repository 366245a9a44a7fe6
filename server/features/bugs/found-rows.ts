import type { Db } from '#server/db/database.ts'
import type { ListPage, PageWish } from './bug-list-statement.ts'
import type { BugFactRow } from './bug-presenter.ts'

/** A page of a list. */
export interface FoundRows {
  readonly rows: readonly BugFactRow[]
  /** Of the whole list. */
  readonly total: number
}

export type CountedRow = BugFactRow & { total: number | null }

/** Rows that come before a page. */
export const offsetOf = ({ number, size }: PageWish): number => (number - 1) * size

/** The total as the rows carry it; a page past the end has none. @param statement the total alone */
export async function totalBeside(
  db: Db,
  rows: readonly CountedRow[],
  page: PageWish,
  statement: ListPage,
): Promise<number> {
  return rows[0]?.total ?? (page.number === 1 ? 0 : totalOf(db, statement))
}

/** The total alone. */
export async function totalOf(db: Db, statement: ListPage): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(statement, statement.values)
  return Number(row?.total ?? 0)
}
