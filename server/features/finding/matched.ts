import type { IndexedPart, Leaf } from '#server/features/search/public.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Asked } from './ask.ts'
import { type Condition, type RowOf, termCondition, where } from './conditions.ts'

/** What says whether a leaf is found. */
type LeafCondition = (leaf: Leaf) => Condition

/** True where a node holds; else false or null. */
function conditionOf(node: SearchNode, asked: Asked, found: LeafCondition, row: RowOf): Condition {
  const inner = (part: SearchNode) => conditionOf(part, asked, found, row)
  switch (node.kind) {
    case 'word':
    case 'phrase': {
      const leaf = asked.leaves.get(node)
      return leaf ? found(leaf) : sql`false`
    }
    case 'term':
      return sql`(${termCondition(node, asked.asking, row)})`
    case 'not':
      return sql`not (${inner(node.of)} is true)`
    case 'and':
      return sql`(${sql.join(node.parts.map(inner), sql` and `)})`
    default:
      return node.parts.length === 0 ? sql`false` : sql`(${sql.join(node.parts.map(inner), sql` or `)})`
  }
}

/** Looked up among all bugs. A phrase stands within one text. */
const elsewhere: LeafCondition = ({ plain, query, pairs }) =>
  plain === undefined
    ? sql`b.id in (select s.bug_id from bugs_with_words(${query}::tsquery) s)`
    : sql`b.id in (select t.bug_id from bug_texts t
        where t.pairs @> ${pairs}::integer[] and position(${plain} in t.plain) > 0)`

/** Whether a text of a bug holds a phrase; said so that no plan reads the texts of all bugs. */
export const holdsPhrase = (bugId: RawBuilder<unknown>, plain: string): Condition =>
  sql`(select true from bug_texts t where t.bug_id = ${bugId} and position(${plain} in t.plain) > 0 limit 1) is true`

/** What must hold for `b`, where nothing is looked up in the word index first. */
export const allConditions = (asked: Asked): Condition[] => [
  // As the panel writes them: one plan serves both.
  ...asked.parts.map((part) =>
    part.kind === 'term' ? termCondition(part, asked.asking, 'bugs') : conditionOf(part, asked, elsewhere, 'bugs'),
  ),
  ...asked.panel,
]

/** A tsquery of what would match but for what is excluded. */
const excludedOf = ({ query, excluded }: IndexedPart): string | undefined => excluded && `${query} & (${excluded})`

/**
 * What must hold for a bug `b` whose words are looked up by itself, for walking an order until a page is full.
 * @returns undefined where that is no cheaper than to gather all matches
 */
export function walkConditions(asked: Asked): Condition[] | undefined {
  const { indexed, chat } = asked
  if (!indexed || chat || asked.wanted.some(({ plain }) => plain !== undefined)) return undefined
  const { query, excluded, rest } = indexed
  // A row is read whole: here, unlike in the index, `!` tells the truth.
  const holding = excluded === undefined ? query : `${query} & !(${excluded})`
  return [
    ...asked.panel,
    // A query within the condition, because the planner would make a join of it and read all bugs.
    sql`(select s.words @@ ${holding}::tsquery from bug_search s where s.bug_id = b.id)`,
    ...rest.map((part) => conditionOf(part, asked, elsewhere, 'bugs')),
  ]
}

/** How many bugs match, as `total`. */
export function countQuery(asked: Asked): RawBuilder<{ total: number }> {
  const { indexed, chat, panel } = asked
  if (indexed?.rest.length === 0 && panel.length === 0 && !chat) {
    const excluded = excludedOf(indexed)
    const less = excluded === undefined ? sql`` : sql` - count_with_words(${excluded}::tsquery, null)`
    return sql`select count_with_words(${indexed.query}::tsquery, null)${less} as total`
  }
  if (asked.leaves.size === 0) return sql`select count(*) as total from bugs b ${where(allConditions(asked))}`
  return sql`with ${matched(asked)} select count(*) as total from matched`
}

/** The table `matched` of all bugs that match a search with words: `id` and `created_on`. @param more columns of `b`, with a comma before them */
export function matched(asked: Asked, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const { indexed, chat, panel, parts } = asked
  const source = indexed
    ? sql`bugs_with_words(${indexed.query}::tsquery) b (id, created_on, is_closed, classification)`
    : sql`(select bug_id as id, created_on, is_closed, classification from bug_search) b`
  const excluded = indexed && excludedOf(indexed)
  const rest = [
    ...(excluded === undefined
      ? []
      : [sql<boolean>`b.id not in (select s.bug_id from bugs_with_words(${excluded}::tsquery) s)`]),
    ...(indexed?.rest ?? parts).map((part) => conditionOf(part, asked, elsewhere, 'search')),
  ]
  const columns = sql`b.id, b.created_on${more}`
  const own = (but: readonly Condition[]) => sql`select ${columns} from ${source} ${where([...rest, ...panel, ...but])}`
  if (!chat) return sql`matched as materialized (${own([])})`
  return sql`c as materialized (
      select bug_id as id, leaves::integer[] as leaves
      from unnest(${chat.bugIds}::text[], ${chat.leaves}::text[]) as u (bug_id, leaves)
    ), matched as materialized (
      ${own([sql`not exists (select from c where c.id = b.id)`])}
      union all
      select ${columns} from c join (select bug_id as id, created_on, is_closed, classification, words from bug_search) b
        on b.id = c.id ${where([...chatConditions(asked), ...panel])}
    )`
}

/** What must hold for a bug `b` of which the chat says something: the numbers of the leaves found there are in `c.leaves`. */
function chatConditions(asked: Asked): Condition[] {
  const numbers = new Map([...asked.leaves.values()].map((leaf, n) => [leaf, n]))
  const anywhere: LeafCondition = (leaf) => {
    const phrase = leaf.plain === undefined ? sql`` : sql` and ${holdsPhrase(sql`b.id`, leaf.plain)}`
    return sql`(${numbers.get(leaf) ?? -1} = any(c.leaves) or (b.words @@ ${leaf.query}::tsquery${phrase}))`
  }
  return asked.parts.map((part) => conditionOf(part, asked, anywhere, 'search'))
}
