import type { Actor } from '#server/access/actor.ts'
import { seesRow, type Visible, visibleTo } from '#server/access/sight.ts'
import type { FieldSeen } from '#server/features/custom-fields/public.ts'
import { followedBugs } from '#server/features/following/public.ts'
import { bugsWithPart } from '#server/features/parts/public.ts'
import { bugsWithLabels } from '#server/features/labels/public.ts'
import { isBlocked, linkedSo } from '#server/features/links/public.ts'
import { bugFields, type ChoiceName, type ChoiceTerm, fieldOfTerm, plainNames } from '#shared/bugs/fields.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { readDateRange } from '#shared/search/date-range.ts'
import { fieldOfPart, isPartTerm, type SearchNode } from '#shared/search/search-query.ts'
import { choiceOfTerm } from '#shared/search/search-terms.ts'
import { type RawBuilder, sql } from 'kysely'
import { fieldCondition } from './field-condition.ts'
import { type ListOrder, placeOf } from './orders.ts'

/** A condition on `b`; may be null where a fact is. */
export type Condition = RawBuilder<boolean>

/** What the filter panel sets, and of which bugs alone those that match are meant. */
export interface Filters {
  readonly bugIds?: readonly string[] | undefined
  readonly isClosed?: boolean | undefined
  readonly classification?: Classification | undefined
  /** In whole days, rolling back from now in steps of 24 hours, both included. */
  readonly minAge?: number | undefined
  readonly maxAge?: number | undefined
}

/** The ids of the people, or of the labels, that each term of a search means, by its value. */
export type PeopleNamed = ReadonlyMap<string, readonly string[]>

/** The ids of the parts that each term means, by its field and value; undefined for bugs without any. */
export type PartsNamed = ReadonlyMap<string, readonly string[] | undefined>

/** Who asks, and when. */
export interface Asking {
  readonly userId: string
  readonly actor: Actor
  readonly people: PeopleNamed
  /** The numbers of the products that terms name by their keys; none for those that they may not see. */
  readonly products: ReadonlyMap<string, number>
  /** The labels that terms name, by their values. */
  readonly labels: PeopleNamed
  /** The custom fields that terms name, of the products that the actor may see. */
  readonly fields: readonly FieldSeen[]
  readonly parts: PartsNamed
  /** Ids of the bugs that they have snoozed, where a term asks for it. */
  readonly snoozed: readonly string[]
  readonly now: Date
}

/**
 * What `b` is a row of: `bugs`, or what search keeps of each bug, which has `id`, `created_on`, `is_closed`,
 * `classification`, `product_number` and `is_private` alone, or `bug_updates`, which has these, `updated_on`,
 * `is_waiting` and `waiting_since`.
 */
export type RowOf = 'bugs' | 'search' | 'updates'

/** What `b` is in a statement that walks it. */
export const sources = { bugs: sql`bugs b`, updates: sql`bug_updates b` } as const
/** The table that has the index of an order. */
export const tableOf = ({ by }: ListOrder): keyof typeof sources =>
  by === 'updatedOn' || by === 'waitingSince' ? 'updates' : 'bugs'

/** The columns that rows of all kinds have, after their id. */
export const narrowColumns = sql`created_on, is_closed, classification, product_number, is_private`

/** Which bugs somebody may find: with `canViewData` those that they may see, else none. @param own as `visibleTo` takes it */
export const visibleBugs = (actor: Actor, own?: readonly string[]): Visible =>
  actor.permissions.has('canViewData')
    ? visibleTo(actor, own)
    : { all: [sql`false`], shared: [sql`false`], own: undefined, isEverything: false }

const day = 86_400_000

/** The panel's filters; rows of both kinds have their columns. */
export function filterConditions(
  { bugIds, isClosed, classification, minAge, maxAge }: Filters,
  now: Date,
): Condition[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  return [
    ...(bugIds === undefined ? [] : [sql<boolean>`b.id = any(${bugIds}::text[])`]),
    ...(isClosed === undefined ? [] : [sql<boolean>`b.is_closed = ${isClosed}`]),
    ...(classification === undefined ? [] : [sql<boolean>`b.classification = ${classification}`]),
    ...(minAge === undefined ? [] : [sql<boolean>`b.created_on <= ${daysAgo(minAge)}`]),
    ...(maxAge === undefined ? [] : [sql<boolean>`b.created_on >= ${daysAgo(maxAge)}`]),
  ]
}

/** What a term means. */
export function termCondition(
  { name, value }: SearchNode & { kind: 'term' },
  { userId, actor, people, labels, parts, products, fields, snoozed, now }: Asking,
  row: RowOf,
): Condition {
  /** On a column that the bugs alone have. */
  const fact = (condition: Condition) =>
    row === 'bugs' ? condition : sql<boolean>`b.id in (select b.id from bugs b where ${condition})`
  const anyOf = (column: RawBuilder<unknown>) => fact(sql`${column} = any(${people.get(value) ?? []}::text[])`)
  if (isPartTerm(name)) {
    const field = fieldOfPart[name]
    return fact(bugsWithPart(field, parts.get(`${field} ${value}`)))
  }
  switch (name) {
    case 'is':
      if (value === 'followed') return sql`b.id in (${followedBugs(userId)} select bug_id from followed)`
      if (value === 'snoozed') return sql`b.id = any(${snoozed}::text[])`
      if (value === 'blocked') return isBlocked(actor)
      if (value === bugFields.isPrivate.isTerm) return sql`b.is_private`
      if (value === bugFields.isWaiting.isTerm) return waiting(sql`is_waiting`, row)
      if (value === 'unanswered') return waiting(sql`not is_waiting`, row)
      return sql`b.is_closed = ${value === 'closed'}`
    case 'assignee':
      return value === 'none' ? fact(sql`b.assigned_to is null`) : anyOf(sql`b.assigned_to`)
    case 'author':
      return anyOf(sql`b.created_by`)
    case 'commenter':
      return sql`b.id in (${commentedBy('comments', people.get(value) ?? [])}
        ${actor.sees.internalComments ? sql`union all ${commentedBy('internal_comments', people.get(value) ?? [])}` : sql``})`
    case 'created':
      return between(sql`b.created_on`, value, now)
    case 'updated':
      if (row === 'updates') return between(sql`b.updated_on`, value, now)
      return sql`b.id in (select u.id from bug_updates u where ${between(sql`u.updated_on`, value, now)})`
    case 'closed':
      return fact(sql`b.is_closed and ${between(sql`b.closed_on`, value, now)}`)
    case 'duplicate-of': {
      const original = value.length === 8 ? sql`right(b.duplicate_of, 8)` : sql`b.duplicate_of`
      // Of a hidden original nobody learns what its duplicates are.
      const isSeen = visibleTo(actor).isEverything
        ? sql``
        : sql`and exists (select from bugs o where o.id = b.duplicate_of and ${seesRow(actor, 'o')})`
      return fact(sql`b.duplicate_of is not null and ${original} = ${value} ${isSeen}`)
    }
    case 'blocks':
    case 'blocked-by':
    case 'parent':
      return linkedSo(actor, name, value)
    case 'label':
      return bugsWithLabels(labels.get(value) ?? [])
    case 'has':
      if (value === 'label') return bugsWithLabels(undefined)
      if (value === 'parent') return linkedSo(actor, 'parent', undefined)
      return sql`b.id in (select a.bug_id from attachments a where a.bug_id is not null
        ${actor.sees.internalComments ? sql`` : sql`and a.internal_comment_id is null`})`
    case 'product':
      return sql`b.product_number = ${products.get(value) ?? noProduct}`
    case 'field':
      return fieldCondition(value, { fields, people, now })
    case 'sort':
      return sql`true`
    default:
      return name === 'class' ? choiceCondition(name, value) : fact(choiceCondition(name, value))
  }
}

/** The bugs on which some of these people have commented. */
const commentedBy = (table: 'comments' | 'internal_comments', userIds: readonly string[]) =>
  sql`select c.bug_id from ${sql.table(table)} c where c.user_id = any(${userIds}::text[]) and c.deleted_on is null`

/** A number that no product has. */
const noProduct = -1

/** Where one side waits for the other; by the index of those, which are few among all. */
function waiting(which: RawBuilder<unknown>, row: RowOf): Condition {
  if (row === 'updates') return sql`(b.waiting_since is not null and ${which})`
  return sql`b.id in (select u.id from bug_updates u where u.waiting_since is not null and ${which})`
}

/** A value of a choice; of a plain field by its place, as the index of its sort has it. */
function choiceCondition(term: ChoiceTerm, value: string): Condition {
  const name = fieldOfTerm[term]
  const { column, values } = bugFields[name]
  const chosen = choiceOfTerm(name, value)
  const plain = plainNames.find((one) => one === (name as ChoiceName))
  if (plain === undefined) return sql`${sql.ref(`b.${column}`)} = ${chosen}`
  return sql`${placeOf(plain)} = ${values.findIndex((one) => one === chosen) + 1}::integer`
}

function between(column: RawBuilder<unknown>, value: string, now: Date): Condition {
  const { from, to } = readDateRange(value, now) ?? {}
  return allOf([
    ...(from ? [sql<boolean>`${column} >= ${from}`] : []),
    ...(to ? [sql<boolean>`${column} < ${to}`] : []),
  ])
}

/** All of them; true for none. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** `where` and all of them; nothing for none. */
export const where = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${allOf(conditions)}`
