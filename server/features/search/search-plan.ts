import type { SearchNode } from '#shared/search/search-query.ts'
import { type Leaf, leafOf } from './leaves.ts'

type LeafNode = SearchNode & { kind: 'word' | 'phrase' }

/** A search whose words are known. */
export interface SearchPlan {
  /** What must hold, all of it. */
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

/**
 * The part of a search that one look into the word index answers: what must stand there and what must not.
 * @returns undefined when nothing must
 */
function indexQuery(plan: SearchPlan): { query: string; answered: ReadonlySet<SearchNode> } | undefined {
  const answers = new Map<SearchNode, string>()
  const answer = (part: SearchNode) => {
    const query = tsquery(part, plan)
    if (query !== undefined) answers.set(part, query)
  }
  plan.parts.filter(isAnchored).forEach(answer)
  if (answers.size === 0) return undefined
  plan.parts.filter(({ kind }) => kind === 'not').forEach(answer)
  return { query: [...answers.values()].join(' & '), answered: new Set(answers.keys()) }
}

/** Whether something must stand in a text for the node to hold. */
function isAnchored(node: SearchNode): boolean {
  if (node.kind === 'and') return node.parts.some(isAnchored)
  if (node.kind === 'or') return node.parts.length > 0 && node.parts.every(isAnchored)
  return node.kind === 'word' || node.kind === 'phrase'
}

/** A node as a tsquery; undefined when the word index alone can't answer it. */
function tsquery(node: SearchNode, plan: SearchPlan): string | undefined {
  if (node.kind === 'word' || node.kind === 'phrase') {
    const leaf = plan.leaves.get(node)
    return leaf?.plain === undefined ? leaf?.query : undefined
  }
  if (node.kind === 'term') return undefined
  if (node.kind === 'not') {
    const of = tsquery(node.of, plan)
    return of === undefined ? undefined : `!(${of})`
  }
  const parts = node.parts.map((part) => tsquery(part, plan))
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return `(${parts.join(node.kind === 'and' ? ' & ' : ' | ')})`
}

/**
 * What the word index finds of a search, and which parts it leaves.
 * @returns undefined when nothing must stand in a text
 */
export function indexedPart(plan: SearchPlan): { query: string; rest: readonly SearchNode[] } | undefined {
  const indexed = indexQuery(plan)
  return indexed && { query: indexed.query, rest: plan.parts.filter((part) => !indexed.answered.has(part)) }
}
