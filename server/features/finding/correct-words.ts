import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { editDistance, isCorrectable, lettersOf, shortestCorrected, wordQuery } from '#server/features/search/public.ts'
import { sql } from 'kysely'
import { standsApart } from './apart.ts'
import { countHoldingSeen } from './matched.ts'

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

/** Words that a mistyped one may have meant, at most. */
const mostMeant = 4
/** Corrections that are worth a search. */
const mostCorrections = 8

/**
 * Searches with a near word that occurs in place of each one that occurs nowhere, the likeliest first: of several mistyped
 * words the likeliest ones need not stand in one bug. What `actor` may not read neither makes a word occur nor is offered.
 */
export async function corrections(db: Db, actor: Actor, root: SearchNode): Promise<Correction[]> {
  const mistyped: { readonly node: SearchNode & { kind: 'word' }; readonly meant: readonly string[] }[] = []
  for (const node of wantedWords(root)) {
    if (await occurs(db, actor, wordQuery(node.word, node.isPrefix))) continue
    const meant = await nearestWords(db, actor, node.word)
    if (meant.length > 0) mistyped.push({ node, meant })
  }
  if (mistyped.length === 0) return []
  return likeliest(mistyped.map(({ meant }) => meant)).map((chosen) => ({
    root: withWords(root, new Map(mistyped.map(({ node }, n) => [node, chosen[n] ?? node.word]))),
    words: mistyped.map(({ node }, n) => ({ from: node.word, to: chosen[n] ?? node.word })),
  }))
}

/** One of each, in the order of how far down they stand together. */
function likeliest(choices: readonly (readonly string[])[]): string[][] {
  let chosen: { readonly words: string[]; readonly rank: number }[] = [{ words: [], rank: 0 }]
  for (const choice of choices) {
    chosen = chosen
      .flatMap(({ words, rank }) => choice.map((word, n) => ({ words: [...words, word], rank: rank + n })))
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, mostCorrections)
  }
  return chosen.map(({ words }) => words)
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
  const inBugs = sql`${countHoldingSeen(actor, sql`${query}::tsquery`, 1)} > 0`
  const places = sql.join([inBugs, ...standsApart(actor, query)], sql` or `)
  const [row] = await db.read<{ yes: boolean }>(sql`select ${places} as yes`)
  return row?.yes ?? false
}

/** The words that occur near one, the nearest first, then those that the most bugs hold. */
async function nearestWords(db: Db, actor: Actor, word: string): Promise<string[]> {
  const most = word.length >= twiceFrom ? 2 : 1
  const like = await db.read<{ word: string }>(sql`select distinct word from search_vocabulary
    where length between ${word.length - most}::integer and ${word.length + most}::integer
      and bit_count((letters # ${lettersOf(word)}::integer)::bit(32)) <= ${2 * most}::integer`)
  const distances = like.map((row) => ({ word: row.word, distance: editDistance(word, row.word, most) }))
  const nearest: string[] = []
  for (let distance = 1; distance <= most && nearest.length < mostMeant; distance++) {
    const near = distances.filter((found) => found.distance === distance).map((found) => found.word)
    nearest.push(...(await mostFrequent(db, actor, near.toSorted().slice(0, mostCompared))))
  }
  return nearest.slice(0, mostMeant)
}

/** Those that any bug holds that the actor may see, the most common first, equals by the alphabet. */
async function mostFrequent(db: Db, actor: Actor, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const rows = await db.read<{ word: string; n: number }>(
    sql`select word, ${countHoldingSeen(actor, sql`w.query::tsquery`, mostCounted)} as n
      from unnest(${words}::text[], ${words.map((word) => wordQuery(word))}::text[]) as w (word, query)`,
  )
  return rows
    .filter(({ n }) => n > 0)
    .toSorted((one, other) => other.n - one.n || (one.word < other.word ? -1 : 1))
    .map(({ word }) => word)
}
