import type { Actor } from '#server/access/actor.ts'
import { type Visible, visibleTo } from '#server/access/sight.ts'
import type { IndexedPart, Leaf } from '#server/features/search/public.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Asked } from './ask.ts'
import { type Condition, narrowColumns, type RowOf, sources, termCondition, where } from './conditions.ts'

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

/** What must hold for `b`, where nothing is looked up in the word index first: what is asked for, of what is visible. */
export const allConditions = (asked: Asked, row: RowOf = 'bugs'): Condition[] => [
  ...askedConditions(asked, row),
  ...asked.visible.all,
]

/** What is asked for, of all bugs. @param found what says whether a word or phrase is found */
export const askedConditions = (asked: Asked, row: RowOf, found: LeafCondition = elsewhere): Condition[] => [
  // As the panel writes them: one plan serves both.
  ...asked.parts.map((part) =>
    part.kind === 'term' ? termCondition(part, asked.asking, row) : conditionOf(part, asked, found, row),
  ),
  ...asked.panel,
]

/** A tsquery of what would match but for what is excluded. */
const excludedOf = ({ query, excluded }: IndexedPart): string | undefined => excluded && `${query} & (${excluded})`

/**
 * What must hold for a bug `b` whose words are looked up by itself, for walking an order until a page is full.
 * @returns undefined where that is no cheaper than to gather all matches
 */
export function walkConditions(asked: Asked, row: RowOf): Condition[] | undefined {
  const { indexed, apart } = asked
  if (!indexed || apart || asked.wanted.some(({ plain }) => plain !== undefined)) return undefined
  const { query, excluded, rest } = indexed
  // A row is read whole: here, unlike in the index, `!` tells the truth.
  const holding = excluded === undefined ? query : `${query} & !(${excluded})`
  return [
    ...asked.panel,
    ...asked.visible.all,
    // A query within the condition, because the planner would make a join of it and read all bugs.
    sql`(select s.words @@ ${holding}::tsquery from bug_search s where s.bug_id = b.id)`,
    ...rest.map((part) => conditionOf(part, asked, elsewhere, row)),
  ]
}

/** Looked up at one bug. */
const here: LeafCondition = ({ plain, query }) =>
  plain === undefined
    ? sql`(select s.words @@ ${query}::tsquery from bug_search s where s.bug_id = b.id) is true`
    : holdsPhrase(sql`b.id`, plain)

/** How many bugs match of those that everybody with the same rights may see, as `total`. */
export function countShared(asked: Asked): RawBuilder<{ total: number }> {
  const { indexed, apart, panel, visible, asking } = asked
  const { actor } = asking
  if (indexed?.rest.length === 0 && panel.length === 0 && !apart && actor.permissions.has('canViewData')) {
    const count = (query: string) => countHolding(actor, sql`${query}::tsquery`, null)
    const excluded = excludedOf(indexed)
    const less = excluded === undefined ? sql`` : sql` - ${count(excluded)}`
    return sql`select ${count(indexed.query)}${less} as total`
  }
  if (asked.leaves.size === 0) {
    // Where it holds all that is asked for, the narrow table is counted.
    const row = asked.parts.some((part) => part.kind === 'term' && part.name === 'updated') ? 'updates' : 'bugs'
    return sql`select count(*) as total from ${sources[row]} ${where([...askedConditions(asked, row), ...visible.shared])}`
  }
  return sql`with ${matched(asked, sql``, visible.shared)} select count(*) as total from matched`
}

/** How many match of the private bugs that name the actor and are not among those, as `total`; undefined for none. */
export function countOwn(asked: Asked): RawBuilder<{ total: number }> | undefined {
  const { visible, apart } = asked
  if (!visible.own) return undefined
  if (apart) return sql`with ${matched(asked, sql``, visible.own)} select count(*) as total from matched`
  return sql`select count(*) as total from bugs b ${where([...visible.own, ...askedConditions(asked, 'bugs', here)])}`
}

/** How many bugs match, as `total`. */
export function countQuery(asked: Asked): RawBuilder<{ total: number }> {
  const own = countOwn(asked)
  const shared = countShared(asked)
  return own ? sql`select (${shared}) + (${own}) as total` : shared
}

/**
 * How many bugs that everybody with the actor's rights may see hold words, by the word index alone.
 * @param query a tsquery
 * @param most counted up to here; null for all
 */
export function countHolding({ sees }: Actor, query: RawBuilder<unknown>, most: number | null): RawBuilder<number> {
  const limit = sql.lit(most)
  if (sees.isEveryProduct && sees.privateBugs) return sql`count_with_words(${query}, ${limit})`
  const products = sees.isEveryProduct ? null : sees.products
  return sql`count_with_words(${query}, ${limit}, ${products}::smallint[], ${sql.lit(sees.privateBugs)})`
}

/** The same with the private bugs that name the actor: of all bugs that they may see. */
export function countHoldingSeen(
  actor: Actor,
  query: RawBuilder<unknown>,
  most: number,
  { own }: Visible = visibleTo(actor),
): RawBuilder<number> {
  const shared = countHolding(actor, query, most)
  if (!own) return shared
  const source = sql`(select bug_id as id, product_number, is_private, words from bug_search) b`
  return sql`least(${sql.lit(most)}, ${shared} + (
    select count(*)::integer from ${source} ${where([...own, sql`b.words @@ ${query}`])}))`
}

/**
 * The table `matched` of the bugs that match a search with words: `id` and `created_on`.
 * @param more columns of `b`, with a comma before them
 * @param visible which of all bugs; those that the actor may see
 */
export function matched(
  asked: Asked,
  more: RawBuilder<unknown> = sql``,
  visible: readonly Condition[] = asked.visible.all,
): RawBuilder<unknown> {
  const { indexed, apart, parts } = asked
  const panel = [...asked.panel, ...visible]
  const source = indexed
    ? sql`bugs_with_words(${indexed.query}::tsquery) b (id, ${narrowColumns})`
    : sql`(select bug_id as id, ${narrowColumns} from bug_search) b`
  const excluded = indexed && excludedOf(indexed)
  const rest = [
    ...(excluded === undefined
      ? []
      : [sql<boolean>`b.id not in (select s.bug_id from bugs_with_words(${excluded}::tsquery) s)`]),
    ...(indexed?.rest ?? parts).map((part) => conditionOf(part, asked, elsewhere, 'search')),
  ]
  const columns = sql`b.id, b.created_on${more}`
  const own = (but: readonly Condition[]) => sql`select ${columns} from ${source} ${where([...rest, ...panel, ...but])}`
  if (!apart) return sql`matched as materialized (${own([])})`
  return sql`c as materialized (
      select bug_id as id, leaves::integer[] as leaves
      from unnest(${apart.bugIds}::text[], ${apart.leaves}::text[]) as u (bug_id, leaves)
    ), matched as materialized (
      ${own([sql`not exists (select from c where c.id = b.id)`])}
      union all
      select ${columns} from c join (select bug_id as id, ${narrowColumns}, words from bug_search) b
        on b.id = c.id ${where([...apartConditions(asked), ...panel])}
    )`
}

/** What must hold for a bug `b` of which texts that stand apart say something: the numbers of the leaves found there are in `c.leaves`. */
function apartConditions(asked: Asked): Condition[] {
  const numbers = new Map([...asked.leaves.values()].map((leaf, n) => [leaf, n]))
  const anywhere: LeafCondition = (leaf) => {
    const phrase = leaf.plain === undefined ? sql`` : sql` and ${holdsPhrase(sql`b.id`, leaf.plain)}`
    return sql`(${numbers.get(leaf) ?? -1} = any(c.leaves) or (b.words @@ ${leaf.query}::tsquery${phrase}))`
  }
  return asked.parts.map((part) => conditionOf(part, asked, anywhere, 'search'))
}
