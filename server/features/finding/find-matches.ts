import type { Db } from '#server/db/database.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { maxMatches } from '#shared/bugs/words.ts'
import {
  beginningOf,
  type Leaf,
  markdownSnippetMaker,
  type Snippet,
  snippetMaker,
} from '#server/features/search/public.ts'
import { sql } from 'kysely'
import { apartTexts } from './apart.ts'
import type { Asked } from './ask.ts'

/** A bug of the page, with its own texts. */
interface FoundBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly steps_to_reproduce: string
  readonly comment_count: number
}

/** Where a text stands. */
type TextPlace = Pick<BugMatch, 'field' | 'commentId' | 'isInternal'>

type Piece = Snippet & TextPlace

/**
 * Where the searched words stand in each bug of a page. What only some may read is looked at only where the search
 * did.
 * @returns undefined when no words are searched
 */
export async function findMatches(
  db: Db,
  bugs: readonly FoundBug[],
  search: Asked,
): Promise<ReadonlyMap<string, BugMatch[]> | undefined> {
  const leaves = search.wanted
  if (leaves.length === 0) return undefined
  const [ofPlain, ofMarkdown] = [snippetMaker(leaves), markdownSnippetMaker(leaves)]
  const pieceAt = (place: TextPlace, text: string): Piece[] => {
    const snippet = (place.field === 'title' || place.field === 'chat' ? ofPlain : ofMarkdown)(text)
    return snippet ? [{ ...snippet, ...place }] : []
  }
  const piece = (field: BugMatch['field'], text: string) => pieceAt({ field }, text)
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
  const talked = open.filter((bug) => bug.comment_count > 0).map(({ id }) => id)
  const apart = open.filter(({ id }) => search.apart?.bugIds.includes(id)).map(({ id }) => id)
  const comments = talked.length > 0 ? await commentsWith(db, talked, leaves) : []
  const { actor } = search.asking
  const told = apart.length > 0 ? await apartTexts(db, actor, { bugIds: apart, leaves, most: mostTexts }) : []
  const add = (bugId: string, place: TextPlace, text: string) => {
    const pieces = own.get(bugId)
    // Nothing that follows would be shown.
    if (pieces && !isSettled(pieces, leaves.length)) pieces.push(...pieceAt(place, text))
  }
  for (const { bug_id: bugId, id, message } of comments) add(bugId, { field: 'comment', commentId: id }, message)
  for (const { bugId, message, ...place } of told) add(bugId, place, message)
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

function presented({ field, text, marks, commentId, isInternal }: Piece): BugMatch {
  return {
    field,
    text,
    marks: marks.map(([from, to]) => [from, to]),
    ...(commentId !== undefined && { commentId }),
    ...(isInternal && { isInternal }),
  }
}

/** Texts of a kind, such as comments, of one bug that are looked at. */
const mostTexts = 6

/** The comments of bugs in which words may stand: of each bug those that hold the most of them, then the first ones. */
function commentsWith(db: Db, bugIds: readonly string[], leaves: readonly Leaf[]) {
  // Other letters are not folded alike by every server: then all comments are looked at.
  const beginnings = [...new Set(leaves.map((leaf) => beginningOf(leaf) ?? ''))]
  const holds = beginnings.map((beginning) => sql`position(${beginning}::text in c.lower) > 0`)
  const most = holds.map((one) => sql`(${one})::integer`)
  // As ASCII, which is all that a beginning is of; folded once for each comment.
  return db.read<{ bug_id: string; id: string; message: string }>(
    sql`
    select page.id as bug_id, c.id, c.message from unnest(${bugIds}::text[]) as page (id) cross join lateral (
      select c.id, c.message from (
        select c.id, c.message, c.created_on, lower(c.message collate "C") as lower from comments c
        where c.bug_id = page.id and c.deleted_on is null offset 0
      ) c where ${sql.join(holds, sql` or `)}
      order by ${sql.join(most, sql` + `)} desc, c.created_on, c.id limit ${sql.lit(mostTexts)}
    ) c`,
    { keepsPlan: beginnings.length <= mostKept },
  )
}

/** Words of a search whose statements are kept; those for more are seldom asked for. */
const mostKept = 3
