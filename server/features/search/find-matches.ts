import type { Db } from '#server/db/database.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { maxMatches } from '#shared/bugs/words.ts'
import { commentsWith, mostTexts } from './comments-beside.ts'
import type { Leaf } from './leaves.ts'
import { markdownSnippetMaker } from './markdown-snippet.ts'
import type { OpenSearch } from './open-search.ts'
import { type Snippet, snippetMaker } from './snippet.ts'

/** A bug of the page, with its own texts. */
interface FoundBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly steps_to_reproduce: string
  readonly comment_count: number
  /** Its comments in which the words may stand, where they were read beside it: `commentsColumn`. */
  readonly comments?: readonly (readonly [id: string, message: string])[] | null
}

interface Piece extends Snippet {
  readonly field: BugMatch['field']
  readonly commentId?: string
}

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
  const [ofPlain, ofMarkdown] = [snippetMaker(leaves), markdownSnippetMaker(leaves)]
  const piece = (field: BugMatch['field'], text: string, commentId?: string): Piece[] => {
    const snippet = (field === 'title' || field === 'chat' ? ofPlain : ofMarkdown)(text)
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
  const talked = open.filter((bug) => bug.comments === undefined && bug.comment_count > 0).map(({ id }) => id)
  const chatted = open.filter(({ id }) => search.chat?.bugIds.includes(id)).map(({ id }) => id)
  const comments = talked.length > 0 ? await commentsWith(db, talked, leaves) : []
  const lines = chatted.length > 0 ? await linesWith(db, chatted, leaves) : []
  const add = (bugId: string, field: BugMatch['field'], text: string, commentId?: string) => {
    const pieces = own.get(bugId)
    // Nothing that follows would be shown.
    if (pieces && !isSettled(pieces, leaves.length)) pieces.push(...piece(field, text, commentId))
  }
  for (const bug of open) for (const [id, message] of bug.comments ?? []) add(bug.id, 'comment', message, id)
  for (const { bug_id: bugId, id, message } of comments) add(bugId, 'comment', message, id)
  for (const { bug_id: bugId, message } of lines) add(bugId, 'chat', message)
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
