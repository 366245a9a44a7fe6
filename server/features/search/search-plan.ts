import type { SearchNode } from '#shared/search/search-query.ts'
import { type Leaf, leafOf } from './leaves.ts'

type LeafNode = SearchNode & { kind: 'word' | 'phrase' }

/** A search whose words are known. */
export interface SearchPlan {
  /** Conditions that are joined by AND. */
  readonly parts: readonly SearchNode[]
  readonly leaves: ReadonlyMap<LeafNode, Leaf>
  /** The words and phrases that are searched, each once. */
  readonly wanted: readonly Leaf[]
}

export function planOf(root: SearchNode): SearchPlan {
  const leaves = new Map<LeafNode, Leaf>()
  const parts = root.kind === 'and' ? root.parts : [root]
  for (const part of parts) gather(part, leaves, true, part.kind === 'word' || part.kind === 'phrase')
  const wanted = new Map<string, Leaf>()
  for (const leaf of leaves.values()) {
    const name = leaf.plain ?? leaf.query
    if (leaf.isWanted && !wanted.get(name)?.isRequired) wanted.set(name, leaf)
  }
  return { parts, leaves, wanted: [...wanted.values()] }
}

function gather(node: SearchNode, leaves: Map<LeafNode, Leaf>, isWanted: boolean, isRequired: boolean): void {
  if (node.kind === 'word' || node.kind === 'phrase') leaves.set(node, leafOf(node, isWanted, isRequired))
  else if (node.kind === 'not') gather(node.of, leaves, !isWanted, false)
  else if (node.kind === 'and' || node.kind === 'or')
    for (const part of node.parts) gather(part, leaves, isWanted, false)
}

/** What the word index finds of a search. */
export interface IndexedPart {
  /** A tsquery of what must stand in a bug's texts. */
  readonly query: string
  /** A tsquery of what must not. */
  readonly excluded: string | undefined
  /** The parts of the search that it does not answer. */
  readonly rest: readonly SearchNode[]
}

/**
 * What the word index finds of a search. PostgreSQL enters new rows in it word by word, and would have to look at each row
 * that it finds with a `!`: what is excluded is a query of its own.
 * @returns undefined when nothing must stand in a text
 */
export function indexedPart(plan: SearchPlan): IndexedPart | undefined {
  const [wanted, excluded]: [string[], string[]] = [[], []]
  const answered = new Set<SearchNode>()
  for (const part of plan.parts) {
    const query = tsquery(part.kind === 'not' ? part.of : part, plan)
    if (query !== undefined) answered.add(part)
    const asked = part.kind === 'not' ? query : widerQuery(part, plan)
    if (asked !== undefined) (part.kind === 'not' ? excluded : wanted).push(asked)
  }
  if (wanted.length === 0) return undefined
  return {
    query: wanted.join(' & '),
    excluded: excluded.length === 0 ? undefined : excluded.join(' | '),
    rest: plan.parts.filter((part) => !answered.has(part)),
  }
}

/** A tsquery that holds wherever a node does, and elsewhere too: what it can't say is left out. Undefined for none. */
function widerQuery(node: SearchNode, plan: SearchPlan): string | undefined {
  const exact = tsquery(node, plan)
  if (exact !== undefined || (node.kind !== 'and' && node.kind !== 'or')) return exact
  const parts = node.parts.map((part) => widerQuery(part, plan))
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0 || (node.kind === 'or' && known.length < parts.length)) return undefined
  return `(${known.join(node.kind === 'and' ? ' & ' : ' | ')})`
}

/** A node as a tsquery without `!`; undefined when the word index alone can't answer it so. */
function tsquery(node: SearchNode, plan: SearchPlan): string | undefined {
  if (node.kind === 'word' || node.kind === 'phrase') {
    const leaf = plan.leaves.get(node)
    return leaf?.plain === undefined ? leaf?.query : undefined
  }
  if (node.kind === 'term' || node.kind === 'not') return undefined
  const parts = node.parts.map((part) => tsquery(part, plan))
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return `(${parts.join(node.kind === 'and' ? ' & ' : ' | ')})`
}
