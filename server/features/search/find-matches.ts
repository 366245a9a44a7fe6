import type { Db, Prepared } from '#server/db/database.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { maxMatches } from '#shared/bugs/words.ts'
import { beginningOf } from './find-hits.ts'
import type { Leaf } from './leaves.ts'
import type { OpenSearch } from './open-search.ts'
import { type Snippet, snippetMaker } from './snippet.ts'

/** A bug of the page, with its own texts. */
interface FoundBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly steps_to_reproduce: string
  readonly comment_count: number
}

interface Piece extends Snippet {
  readonly field: BugMatch['field']
  readonly commentId?: string
}

/** Comments and lines of one bug that are looked at. */
const mostTexts = 6

/**
 * Where the searched words stand in each bug of a page. Lines of the chat are looked at only where the search did.
 * @returns undefined when no words are searched
 */
export async function findMatches(
  db: Db,
  bugs: readonly FoundBug[],
  search: OpenSearch,
): Promise<ReadonlyMap<string, BugMatch[]> | undefined> {
  const leaves = search.wanted
  if (leaves.length === 0) return undefined
  const snippetOf = snippetMaker(leaves)
  const piece = (field: BugMatch['field'], text: string, commentId?: string): Piece[] => {
    const snippet = snippetOf(text)
    return snippet ? [{ ...snippet, field, ...(commentId !== undefined && { commentId }) }] : []
  }
  const own = new Map(
    bugs.map((bug) => [
      bug.id,
      [
        ...piece('title', bug.title),
        ...piece('description', bug.description),
        ...piece('stepsToReproduce', bug.steps_to_reproduce),
      ],
    ]),
  )
  // What is said to a bug is read only where it may be shown.
  const open = bugs.filter(({ id }) => !isSettled(own.get(id) ?? [], leaves.length))
  const talked = open.filter(({ comment_count: count }) => count > 0).map(({ id }) => id)
  const chatted = open.filter(({ id }) => search.chat?.bugIds.includes(id)).map(({ id }) => id)
  const comments = talked.length > 0 ? await commentsWith(db, talked, leaves) : []
  const lines = chatted.length > 0 ? await linesWith(db, chatted, leaves) : []
  for (const { bug_id: of, id, message } of comments) own.get(of)?.push(...piece('comment', message, id))
  for (const { bug_id: of, message } of lines) own.get(of)?.push(...piece('chat', message))
  return new Map(Array.from(own, ([id, pieces]) => [id, best(pieces).map(presented)]))
}

/** Whether pieces that follow, of so many leaves at most, can't be among the best. */
function isSettled(pieces: readonly Piece[], leaves: number): boolean {
  const chosen = best(pieces)
  if (chosen.length < maxMatches) return false
  const all = { leaves: new Set(Array.from({ length: leaves }, (_, leaf) => leaf)) }
  const shown = new Set<number>()
  return chosen.every((piece) => {
    const holds = piece.field === 'title' || gain(piece, shown) >= gain(all, shown)
    for (const leaf of piece.leaves) shown.add(leaf)
    return holds
  })
}

/** What a piece adds to the leaves that are shown. */
const gain = ({ leaves }: Pick<Piece, 'leaves'>, shown: ReadonlySet<number>) =>
  [...leaves].filter((leaf) => !shown.has(leaf)).length * 100 + leaves.size

/** The title's first; then, each time, what adds the most words, and of those what comes first. */
function best(pieces: readonly Piece[]): Piece[] {
  const left = [...pieces]
  const chosen = left[0]?.field === 'title' ? left.splice(0, 1) : []
  const shown = new Set(chosen.flatMap((piece) => [...piece.leaves]))
  while (chosen.length < maxMatches && left.length > 0) {
    const gains = left.map((piece) => gain(piece, shown))
    const [next] = left.splice(gains.indexOf(Math.max(...gains)), 1)
    if (!next) break
    chosen.push(next)
    for (const leaf of next.leaves) shown.add(leaf)
  }
  return chosen
}

function presented({ field, text, marks, commentId }: Piece): BugMatch {
  return {
    field,
    text,
    marks: marks.map(([from, to]) => [from, to]),
    ...(commentId !== undefined && { commentId }),
  }
}

function commentsWith(db: Db, bugIds: readonly string[], leaves: readonly Leaf[]) {
  // Other letters are not folded alike by every server: then all comments are looked at.
  const beginnings = [...new Set(leaves.map((leaf) => beginningOf(leaf) ?? ''))]
  return db.prepared<{ bug_id: string; id: string; message: string }>(commentsOf(beginnings.length), [
    bugIds,
    ...beginnings,
  ])
}

/** Statements that are kept; those for more beginnings are seldom asked for. */
const mostKept = 3

/** The comments of bugs that hold any of so many beginnings of words, those that hold the most first. */
function commentsOf(beginnings: number): Prepared {
  const holds = Array.from({ length: beginnings }, (_, n) => `position($${n + 2}::text in c.lower) > 0`)
  const most = beginnings > 1 ? `${holds.map((one) => `(${one})::integer`).join(' + ')} desc, ` : ''
  return {
    name: beginnings <= mostKept ? `search-comments-${beginnings}` : '',
    // Folded once for each comment, and as ASCII, which is all that a beginning is of.
    text: `select c.bug_id, c.id, c.message from unnest($1::text[]) as page (id) cross join lateral (
        select c.bug_id, c.id, c.message from (
          select c.bug_id, c.id, c.message, c.created_on, lower(c.message collate "C") as lower
          from comments c where c.bug_id = page.id and c.deleted_on is null order by c.created_on, c.id offset 0
        ) c where ${holds.join(' or ')} order by ${most}c.created_on, c.id limit ${mostTexts}
      ) c`,
  }
}

const linesOf = {
  name: 'search-lines',
  text: `select l.bug_id, l.message from unnest($1::text[]) as page (id) cross join lateral (
      select cb.bug_id, l.message from conversation_bugs cb join chat_lines l on l.conversation_id = cb.conversation_id
      where cb.bug_id = page.id and l.words @@ $2::tsquery
      order by l.sent_on, l.id limit ${mostTexts}
    ) l`,
}

function linesWith(db: Db, bugIds: readonly string[], leaves: readonly Leaf[]) {
  const query = leaves.map((leaf) => leaf.query).join(' | ')
  return db.prepared<{ bug_id: string; message: string }>(linesOf, [bugIds, query])
}
