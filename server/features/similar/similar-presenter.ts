import type { Db, Prepared } from '#server/db/database.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { excerptOf } from './excerpt.ts'

interface FactRow {
  id: string
  title: string
  is_closed: boolean
  status: BugStatus
  classification: Classification
  created_on: Date
  created_by: string
  creator_name: string
  comment_count: number
  affected_count: number
  beginning: string
  original_id: string | null
  original_title: string | null
  original_closed: boolean | null
}

const facts: Prepared = {
  name: 'similar-facts',
  text: `select b.id, b.title, b.is_closed, b.status, b.classification, b.created_on, b.created_by,
      creator.full_name as creator_name, b.comment_count, b.affected_count, left(b.description, 2000) as beginning,
      o.id as original_id, o.title as original_title, o.is_closed as original_closed
    from bugs b join users creator on creator.id = b.created_by left join bugs o on o.id = b.duplicate_of
    where b.id = any($1::text[])`,
}

/** A bug that was found, and its matching words. */
export interface Found {
  readonly id: string
  readonly matched: readonly string[]
}

/** Returns the found bugs as the database has them now; deleted ones are left out. */
export async function presentSimilar(db: Db, found: readonly Found[]): Promise<SimilarBug[]> {
  if (found.length === 0) return []
  const rows = await db.prepared<FactRow>(facts, [found.map(({ id }) => id)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, matched }) => {
    const row = byId.get(id)
    return row ? [presentOne(row, matched)] : []
  })
}

function presentOne(row: FactRow, matched: readonly string[]): SimilarBug {
  return {
    _id: row.id,
    title: row.title,
    isClosed: row.is_closed,
    status: row.status,
    classification: row.classification,
    createdOn: row.created_on.toISOString(),
    createdBy: { _id: row.created_by, fullName: row.creator_name },
    commentCount: row.comment_count,
    affectedCount: row.affected_count,
    ...(row.original_id && {
      original: { _id: row.original_id, title: row.original_title ?? '', isClosed: row.original_closed ?? false },
    }),
    matched: [...matched],
    excerpt: excerptOf(row.beginning),
  }
}
