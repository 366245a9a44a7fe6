import type { Db, Prepared } from '#server/db/database.ts'
import { beginningOf } from './find-hits.ts'
import type { Leaf } from './leaves.ts'
import type { Values } from './term-sql.ts'

/** Comments, and lines of the chat, of one bug that are looked at. */
export const mostTexts = 6

/** A column with comments of a bug in which searched words may stand. */
export interface CommentsColumn {
  /** Reads `b`; a JSON list of ids and messages, null for none. */
  readonly column: string
  /** The same for the same column. */
  readonly name: string
}

/** Beginnings of words that a column looks for: of more there are too many plans to keep. */
const mostBeside = 4

/**
 * What `commentsWith` reads, as a column of the statement that finds the bugs: one way to the database less.
 * @returns undefined for more words than that is made for
 */
export function commentsColumn(leaves: readonly Leaf[], values: Values): CommentsColumn | undefined {
  const beginnings = beginningsOf(leaves)
  if (beginnings.length === 0 || beginnings.length > mostBeside) return undefined
  // Of several, a statement serves all: what is not looked for is null, and found nowhere.
  const asked =
    beginnings.length === 1 ? beginnings : Array.from({ length: mostBeside }, (_, n) => beginnings[n] ?? null)
  const comments = commentsOf(
    'b.id',
    asked.map((beginning) => values.add(beginning)),
  )
  return {
    column: `case when b.comment_count > 0
      then (select json_agg(json_build_array(c.id, c.message)) from (${comments}) c) end as comments`,
    name: asked.length === 1 ? 'with-word' : 'with-words',
  }
}

/** The comments of bugs in which words may stand: of each bug those that hold the most of them, then the first ones. */
export function commentsWith(db: Db, bugIds: readonly string[], leaves: readonly Leaf[]) {
  const beginnings = beginningsOf(leaves)
  return db.prepared<{ bug_id: string; id: string; message: string }>(commentsOfBugs(beginnings.length), [
    bugIds,
    ...beginnings,
  ])
}

// Other letters are not folded alike by every server: then all comments are looked at.
const beginningsOf = (leaves: readonly Leaf[]) => [...new Set(leaves.map((leaf) => beginningOf(leaf) ?? ''))]

/** Statements that are kept; those for more beginnings are seldom asked for. */
const mostKept = 3

function commentsOfBugs(beginnings: number): Prepared {
  const parameters = Array.from({ length: beginnings }, (_, n) => `$${n + 2}`)
  return {
    name: beginnings <= mostKept ? `search-comments-${beginnings}` : '',
    text: `select page.id as bug_id, c.id, c.message
      from unnest($1::text[]) as page (id) cross join lateral (${commentsOf('page.id', parameters)}) c`,
  }
}

/** The comments of a bug that hold any of the beginnings that the parameters name. */
function commentsOf(bugId: string, parameters: readonly string[]): string {
  // As ASCII, which is all that a beginning is of.
  const lower = 'lower(c.message collate "C")'
  const own = `c.bug_id = ${bugId} and c.deleted_on is null`
  if (parameters.length === 1) {
    return `select c.id, c.message from comments c where ${own} and position(${parameters[0]}::text in ${lower}) > 0
      order by c.created_on, c.id limit ${mostTexts}`
  }
  const holds = parameters.map((parameter) => `position(${parameter}::text in c.lower) > 0`)
  const most = holds.map((one) => `coalesce((${one})::integer, 0)`).join(' + ')
  // Folded once for each comment.
  return `select c.id, c.message from (
      select c.id, c.message, c.created_on, ${lower} as lower from comments c where ${own} offset 0
    ) c where ${holds.join(' or ')} order by ${most} desc, c.created_on, c.id limit ${mostTexts}`
}
