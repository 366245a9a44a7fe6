import type { Db } from '#server/db/database.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { maxMatches } from '#shared/bugs/words.ts'
import type { Leaf } from './leaves.ts'
import { stemOf } from './lexemes.ts'
import type { OpenSearch } from './open-search.ts'
import { type Snippet, snippetOf } from './snippet.ts'

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
  const talked = bugs.filter(({ comment_count: count }) => count > 0).map(({ id }) => id)
  const chatted = bugs.filter(({ id }) => search.chat?.bugIds.includes(id)).map(({ id }) => id)
  const comments = talked.length > 0 ? await commentsWith(db, talked, leaves) : []
  const lines = chatted.length > 0 ? await linesWith(db, chatted, leaves) : []
  return new Map(
    bugs.map((bug) => {
      const piece = (field: BugMatch['field'], text: string, commentId?: string): Piece[] => {
        const snippet = snippetOf(text, leaves)
        return snippet ? [{ ...snippet, field, ...(commentId !== undefined && { commentId }) }] : []
      }
      const pieces = [
        ...piece('title', bug.title),
        ...piece('description', bug.description),
        ...piece('stepsToReproduce', bug.steps_to_reproduce),
        ...comments
          .filter(({ bug_id: of }) => of === bug.id)
          .flatMap(({ id, message }) => piece('comment', message, id)),
        ...lines.filter(({ bug_id: of }) => of === bug.id).flatMap(({ message }) => piece('chat', message)),
      ]
      return [bug.id, best(pieces).map(presented)]
    }),
  )
}

/** The title's first; then, each time, what adds the most words, and of those what comes first. */
function best(pieces: readonly Piece[]): Piece[] {
  const left = [...pieces]
  const chosen = left[0]?.field === 'title' ? left.splice(0, 1) : []
  const shown = new Set(chosen.flatMap((piece) => [...piece.leaves]))
  while (chosen.length < maxMatches && left.length > 0) {
    const gains = left.map(({ leaves }) => [...leaves].filter((leaf) => !shown.has(leaf)).length * 100 + leaves.size)
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

const commentsOf = {
  name: 'search-comments',
  text: `select c.bug_id, c.id, c.message from unnest($1::text[]) as page (id) cross join lateral (
      select c.bug_id, c.id, c.message from comments c
      where c.bug_id = page.id and c.deleted_on is null and lower(c.message) like any($2::text[])
      order by (select count(*) from unnest($2::text[]) as p (pattern) where lower(c.message) like p.pattern) desc, c.created_on, c.id
      limit ${mostTexts}
    ) c`,
}

function commentsWith(db: Db, bugIds: readonly string[], leaves: readonly Leaf[]) {
  const patterns = [...new Set(leaves.map(patternOf))]
  return db.prepared<{ bug_id: string; id: string; message: string }>(commentsOf, [bugIds, patterns])
}

/** What a text must look like that may hold a leaf: words with the same stem begin alike. */
function patternOf({ words, isPhrase }: Leaf): string {
  const [word = ''] = words
  // Other letters are not folded alike by every server.
  if (!/^[a-z0-9]+$/.test(word)) return '%'
  return `%${isPhrase ? word : stemOf(word).slice(0, Math.max(1, stemOf(word).length - 1))}%`
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
