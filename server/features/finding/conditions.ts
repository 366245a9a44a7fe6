import type { Actor } from '#server/access/actor.ts'
import { followedBugs } from '#server/features/following/public.ts'
import { bugFields, type ChoiceName, type ChoiceTerm, fieldOfTerm, plainNames } from '#shared/bugs/fields.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { readMoments } from '#shared/search/search-moments.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { choiceOfTerm } from '#shared/search/search-terms.ts'
import { type RawBuilder, sql } from 'kysely'
import { placeOf } from './orders.ts'

/** A condition on `b`; may be null where a fact is. */
export type Condition = RawBuilder<boolean>

/** What the filter panel sets. */
export interface Filters {
  readonly isClosed?: boolean | undefined
  readonly classification?: Classification | undefined
  /** In whole days, rolling back from now in steps of 24 hours, both included. */
  readonly minAge?: number | undefined
  readonly maxAge?: number | undefined
}

/** The people whom each term of a search means, by its value. */
export type PeopleNamed = ReadonlyMap<string, readonly string[]>

/** Who asks, and when. */
export interface Asking {
  readonly userId: string
  readonly people: PeopleNamed
  readonly now: Date
}

/**
 * What `b` is a row of: `bugs`, or what search keeps of each bug, which has `id`, `created_on`, `is_closed` and
 * `classification` alone.
 */
export type RowOf = 'bugs' | 'search'

/** Which bugs somebody may see: with `canViewData` all of them. */
export const visibleBugs = (actor: Actor): Condition[] =>
  actor.permissions.has('canViewData') ? [] : [sql<boolean>`false`]

/** Whether somebody may find bugs by what the chat says of them. */
export const mayReadChat = (actor: Actor): boolean => actor.permissions.has('liveChatAdmin')

const day = 86_400_000

/** The panel's filters; rows of both kinds have their columns. */
export function filterConditions({ isClosed, classification, minAge, maxAge }: Filters, now: Date): Condition[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  return [
    ...(isClosed === undefined ? [] : [sql<boolean>`b.is_closed = ${isClosed}`]),
    ...(classification === undefined ? [] : [sql<boolean>`b.classification = ${classification}`]),
    ...(minAge === undefined ? [] : [sql<boolean>`b.created_on <= ${daysAgo(minAge)}`]),
    ...(maxAge === undefined ? [] : [sql<boolean>`b.created_on >= ${daysAgo(maxAge)}`]),
  ]
}

/** What a term means. */
export function termCondition(
  { name, value }: SearchNode & { kind: 'term' },
  { userId, people, now }: Asking,
  row: RowOf,
): Condition {
  /** On a column that the bugs alone have. */
  const fact = (condition: Condition) =>
    row === 'bugs' ? condition : sql<boolean>`b.id in (select b.id from bugs b where ${condition})`
  const anyOf = (column: RawBuilder<unknown>) => fact(sql`${column} = any(${people.get(value) ?? []}::text[])`)
  switch (name) {
    case 'is':
      if (value === 'followed') return sql`b.id in (${followedBugs(userId)} select bug_id from followed)`
      return sql`b.is_closed = ${value === 'closed'}`
    case 'assignee':
      return value === 'none' ? fact(sql`b.assigned_to is null`) : anyOf(sql`b.assigned_to`)
    case 'author':
      return anyOf(sql`b.created_by`)
    case 'commenter':
      return sql`b.id in (
        select c.bug_id from comments c where c.user_id = any(${people.get(value) ?? []}::text[]) and c.deleted_on is null)`
    case 'created':
      return between(sql`b.created_on`, value, now)
    case 'closed':
      return fact(sql`b.is_closed and ${between(sql`b.closed_on`, value, now)}`)
    case 'duplicate-of': {
      const original = value.length === 8 ? sql`right(b.duplicate_of, 8)` : sql`b.duplicate_of`
      return fact(sql`b.duplicate_of is not null and ${original} = ${value}`)
    }
    case 'has':
      return sql`b.id in (select a.bug_id from attachments a where a.bug_id is not null)`
    case 'sort':
      return sql`true`
    default:
      return name === 'class' ? choiceCondition(name, value) : fact(choiceCondition(name, value))
  }
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
  const { from, to } = readMoments(value, now) ?? {}
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
