import type { Db } from '#server/db/database.ts'
import { type Leaf, plainLine } from '#server/features/search/public.ts'
import { runsOf } from '#shared/search/words.ts'
import { sql } from 'kysely'

/** Bugs to which conversations are linked that hold words of a search, and the numbers of those leaves. */
export interface ChatHits {
  readonly bugIds: readonly string[]
  /** For each bug, `{0,2}`. */
  readonly leaves: readonly string[]
}

/** Where the chat holds words or phrases of a search. Only for holders of liveChatAdmin. */
export async function chatHits(db: Db, leaves: readonly Leaf[]): Promise<ChatHits | undefined> {
  const found = new Map<string, Set<number>>()
  const note = (bugId: string, n: number) => found.set(bugId, (found.get(bugId) ?? new Set()).add(n))
  for (const [n, leaf] of leaves.entries()) {
    for (const { bug_id, message } of await linesWith(db, leaf)) {
      if (leaf.plain === undefined || plainLine(runsOf(message ?? '')).includes(leaf.plain)) note(bug_id, n)
    }
  }
  if (found.size === 0) return undefined
  return { bugIds: [...found.keys()], leaves: [...found.values()].map((numbers) => `{${[...numbers].join(',')}}`) }
}

function linesWith(db: Db, { plain, query }: Leaf) {
  const columns = plain === undefined ? sql`distinct cb.bug_id` : sql`cb.bug_id, l.message`
  return db.read<{ bug_id: string; message?: string }>(
    sql`select ${columns} from chat_lines l join conversation_bugs cb on cb.conversation_id = l.conversation_id
      where l.words @@ ${query}::tsquery`,
  )
}
