import type { Db, Prepared } from '#server/db/database.ts'
import { bugLinkJson } from '#server/features/bugs/public.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import type { BugLink } from '#shared/links/link.ts'
import type { SimilarBug } from '#shared/similar/contract.ts'
import type { IndexSight } from './engine/similar-index.ts'
import { excerptOf } from './excerpt.ts'

interface FactRow {
  id: string
  link: BugLink
  is_private: boolean
  status: BugStatus
  classification: Classification
  created_on: Date
  created_by: string
  creator_name: string
  comment_count: number
  affected_count: number
  beginning: string
  original: BugLink | null
}

/** Of private bugs only who may see all of them hears here. */
const isSuggested = (row: string) =>
  `(($2::smallint[] is null or ${row}.product_number = any($2::smallint[])) and ($3::boolean or not ${row}.is_private))`

const facts: Prepared = {
  name: 'similar-facts',
  text: `select b.id, b.is_private, b.status, b.classification, b.created_on, b.created_by,
      creator.full_name as creator_name, b.comment_count, b.affected_count, left(b.description, 2000) as beginning,
      ${bugLinkJson('b')} as link, case when o.id is not null then ${bugLinkJson('o')} end as original
    from bugs b join users creator on creator.id = b.created_by
      left join bugs o on o.id = b.duplicate_of and ${isSuggested('o')}
    where b.id = any($1::text[]) and ${isSuggested('b')}`,
}

/** A bug that was found, and its matching words. */
export interface Found {
  readonly id: string
  readonly matched: readonly string[]
}

/** Returns the found bugs as the database has them now; those that are hidden are left out. */
export async function presentSimilar(
  db: Db,
  { products, privateBugs }: IndexSight,
  found: readonly Found[],
): Promise<SimilarBug[]> {
  if (found.length === 0) return []
  const rows = await db.prepared<FactRow>(facts, [found.map(({ id }) => id), products, privateBugs])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, matched }) => {
    const row = byId.get(id)
    return row ? [presentOne(row, matched)] : []
  })
}

function presentOne(row: FactRow, matched: readonly string[]): SimilarBug {
  return {
    ...row.link,
    isPrivate: row.is_private,
    status: row.status,
    classification: row.classification,
    createdOn: row.created_on.toISOString(),
    createdBy: { _id: row.created_by, fullName: row.creator_name },
    commentCount: row.comment_count,
    affectedCount: row.affected_count,
    ...(row.original && { original: row.original }),
    matched: [...matched],
    excerpt: excerptOf(row.beginning),
  }
}
