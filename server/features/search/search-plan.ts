import type { SearchNode } from '#shared/search/search-query.ts'
import { type Leaf, leafOf } from './leaves.ts'
import { type TermContext, termSql, type Values } from './term-sql.ts'

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

/** What says whether a leaf is found. */
type LeafSql = (leaf: Leaf) => string

/** A condition on `b` that is true where a node holds; else false or null. */
function conditionOf(
  node: SearchNode,
  plan: SearchPlan,
  leafSql: LeafSql,
  term: (node: SearchNode & { kind: 'term' }) => string,
): string {
  const inner = (part: SearchNode) => conditionOf(part, plan, leafSql, term)
  switch (node.kind) {
    case 'word':
    case 'phrase': {
      const leaf = plan.leaves.get(node)
      return leaf ? leafSql(leaf) : 'false'
    }
    case 'term':
      return `(${term(node)})`
    case 'not':
      return `not (${inner(node.of)} is true)`
    case 'and':
      return `(${node.parts.map(inner).join(' and ')})`
    default:
      return node.parts.length === 0 ? 'false' : `(${node.parts.map(inner).join(' or ')})`
  }
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

/** The bugs of which one text holds a phrase. */
const bugsWithPhrase = (leaf: Leaf, values: Values) =>
  `select t.bug_id from bug_texts t
    where t.pairs @> ${values.add(leaf.pairs)}::integer[] and position(${values.add(leaf.plain)} in t.plain) > 0`

/** Whether a text of a bug holds a phrase; said so that no plan reads the texts of all bugs. */
export const holdsPhrase = (bugId: string, plain: string) =>
  `(select true from bug_texts t where t.bug_id = ${bugId} and position(${plain} in t.plain) > 0 limit 1) is true`

/** What a search sets for bugs. */
export interface SearchSource {
  /** Where `b` comes from: bugs with the words that must be there, or any. */
  readonly from: string
  /** What must hold for `b`, all of it. */
  readonly conditions: readonly string[]
  /** A tsquery for the words, where they are the only condition. */
  readonly alone: string | undefined
}

/**
 * Bugs `b` that a search finds by their own texts and comments: rows of `bugs` when it has no words, else with the columns
 * that `bugs_with_words` gives.
 */
export function searchSource(plan: SearchPlan, context: TermContext, values: Values): SearchSource {
  const term = (node: SearchNode & { kind: 'term' }) => termSql(node, context, values)
  const indexed = indexQuery(plan)
  const elsewhere: LeafSql = (leaf) =>
    leaf.plain === undefined
      ? `b.bug_id in (select s.bug_id from bugs_with_words(${values.add(leaf.query)}::tsquery) s)`
      : `b.bug_id in (${bugsWithPhrase(leaf, values)})`
  const conditions = plan.parts
    .filter((part) => !indexed?.answered.has(part))
    .map((part) => conditionOf(part, plan, elsewhere, term))
  const from = indexed ? `bugs_with_words(${values.add(indexed.query)}::tsquery) b` : `${context.table} b`
  return { from, conditions, alone: conditions.length === 0 ? indexed?.query : undefined }
}

/**
 * The same for a bug `b` of which the chat says something: what was found there, by the numbers of `chatLeaves`, is in
 * the array `c.leaves`.
 */
export function chatConditions(plan: SearchPlan, context: TermContext, values: Values): string[] {
  const term = (node: SearchNode & { kind: 'term' }) => termSql(node, context, values)
  const numbers = new Map([...plan.leaves.values()].map((leaf, n) => [leaf, n]))
  const anywhere: LeafSql = (leaf) => {
    const phrase = leaf.plain === undefined ? '' : ` and ${holdsPhrase('b.bug_id', values.add(leaf.plain))}`
    const own = `b.words @@ ${values.add(leaf.query)}::tsquery${phrase}`
    return `(${numbers.get(leaf) ?? -1} = any(c.leaves) or (${own}))`
  }
  return plan.parts.map((part) => conditionOf(part, plan, anywhere, term))
}
