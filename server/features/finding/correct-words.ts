import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { editDistance, isCorrectable, lettersOf, shortestCorrected, wordQuery } from '#server/features/search/public.ts'
import { sql } from 'kysely'
import { mayReadChat } from './conditions.ts'

export interface Correction {
  readonly root: SearchNode
  readonly words: { from: string; to: string }[]
}

/** Words from this length on may be mistyped twice. */
const twiceFrom = 8
/** Words equally near that are compared by how often they occur. */
const mostCompared = 100
/** Occurrences are counted up to here. */
const mostCounted = 10_000

/**
 * The search with the nearest word that occurs in place of each one that occurs nowhere. What `actor` may not read
 * neither makes a word occur nor is offered.
 * @returns undefined when there is nothing to correct
 */
export async function correctWords(db: Db, actor: Actor, root: SearchNode): Promise<Correction | undefined> {
  const words: Correction['words'] = []
  const better = new Map<SearchNode, string>()
  for (const node of wantedWords(root)) {
    if (await occurs(db, actor, wordQuery(node.word, node.isPrefix))) continue
    const nearest = await nearestWord(db, node.word)
    if (nearest === undefined) continue
    better.set(node, nearest)
    words.push({ from: node.word, to: nearest })
  }
  return words.length === 0 ? undefined : { root: withWords(root, better), words }
}

function wantedWords(node: SearchNode): (SearchNode & { kind: 'word' })[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(wantedWords)
  const isWord = node.kind === 'word' && node.word.length >= shortestCorrected && isCorrectable(node.word)
  return isWord ? [node] : []
}

function withWords(node: SearchNode, better: ReadonlyMap<SearchNode, string>): SearchNode {
  const word = better.get(node)
  if (node.kind === 'word' && word !== undefined) return { ...node, word, isPrefix: false }
  if (node.kind === 'and' || node.kind === 'or')
    return { ...node, parts: node.parts.map((part) => withWords(part, better)) }
  return node
}

async function occurs(db: Db, actor: Actor, query: string): Promise<boolean> {
  const inBugs = sql`count_with_words(${query}::tsquery, 1) > 0`
  const inChat = sql`exists (select from chat_lines l join conversation_bugs cb on cb.conversation_id = l.conversation_id
    where l.words @@ ${query}::tsquery)`
  const [row] = await db.read<{ yes: boolean }>(
    sql`select ${mayReadChat(actor) ? sql`${inBugs} or ${inChat}` : inBugs} as yes`,
  )
  return row?.yes ?? false
}

async function nearestWord(db: Db, word: string): Promise<string | undefined> {
  const most = word.length >= twiceFrom ? 2 : 1
  const like = await db.read<{ word: string }>(sql`select distinct word from search_vocabulary
    where length between ${word.length - most}::integer and ${word.length + most}::integer
      and bit_count((letters # ${lettersOf(word)}::integer)::bit(32)) <= ${2 * most}::integer`)
  const distances = like.map((row) => ({ word: row.word, distance: editDistance(word, row.word, most) }))
  for (let distance = 1; distance <= most; distance++) {
    const near = distances.filter((found) => found.distance === distance).map((found) => found.word)
    const chosen = await mostFrequent(db, near.toSorted().slice(0, mostCompared))
    if (chosen !== undefined) return chosen
  }
  return undefined
}

/** The word that the most bugs hold; of equals the first. Undefined when none holds any. */
async function mostFrequent(db: Db, words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0) return undefined
  const rows = await db.read<{ word: string; n: number }>(
    sql`select word, count_with_words(query::tsquery, ${sql.lit(mostCounted)}) as n
      from unnest(${words}::text[], ${words.map((word) => wordQuery(word))}::text[]) as w (word, query)`,
  )
  let best: { word?: string; n: number } = { n: 0 }
  for (const row of rows) {
    if (row.n > best.n || (row.n > 0 && row.n === best.n && row.word < (best.word ?? ''))) best = row
  }
  return best.word
}
