import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { fieldsNamed, type FieldSeen } from '#server/features/custom-fields/public.ts'
import { sortableKinds } from '#shared/custom-fields/custom-field.ts'
import { keyOfTerm } from '#shared/custom-fields/field-name.ts'
import { type RawBuilder, sql } from 'kysely'
import { allOf, type Condition, sources, where } from './conditions.ts'
import { type AskedOrder, limit, type ListOrder, orderBy, type Rows } from './orders.ts'

/**
 * An order by the values of a custom field: as they are, whatever their case, or as the field offers them. Bugs without one come
 * last in both directions, the newest first.
 */
export interface FieldOrder {
  readonly key: string
  readonly inverted: boolean
  readonly by: 'number' | 'word' | 'choice'
  /** Of a choice: what is offered, in its order. */
  readonly choices: readonly string[]
  /** The products whose fields of this key sort; undefined where all do that the actor sees. */
  readonly products: readonly number[] | undefined
}

/** Any order. */
export type Order = ListOrder | FieldOrder
export const isOfField = (order: Order): order is FieldOrder => 'key' in order

const newestFirst: ListOrder = { by: 'createdOn', inverted: false }

/** Looks up what an order means. That of a field which no product has that the actor sees is as that of one without values. */
export async function orderMeant(db: Db, actor: Actor, { by, inverted }: AskedOrder): Promise<Order> {
  const key = keyOfTerm(by)
  if (key === undefined) return { by: by as ListOrder['by'], inverted }
  const named = await fieldsNamed(db, actor, [key])
  const sorting = named.filter(({ kind }) => sortableKinds.has(kind))
  if (sorting.length === 0) return newestFirst
  const areAll = (kind: FieldSeen['kind']) => sorting.every((field) => field.kind === kind)
  return {
    key,
    inverted,
    by: areAll('number') ? 'number' : areAll('choice') ? 'choice' : 'word',
    choices: [...new Set(sorting.flatMap(({ choices }) => choices))],
    products: sorting.length === named.length ? undefined : sorting.map(({ productNumber }) => productNumber),
  }
}

/** What the values `v` are ordered by, which tells all apart. */
function keysOf({ by, choices }: FieldOrder): readonly RawBuilder<unknown>[] {
  if (by === 'number') return [sql`v.quantity`, sql`v.bug_id`]
  return by === 'word' ? [sql`v.word`, sql`v.bug_id`] : [placeOf(choices, sql`v.word`), sql`v.word`, sql`v.bug_id`]
}

/** The place of a value among those that are offered; what is offered no longer comes after them. */
const placeOf = (choices: readonly string[], word: RawBuilder<unknown>) =>
  sql`coalesce(array_position(${choices}::text[] collate "C", ${word}), ${sql.lit(choices.length + 1)})`

const ordered = (keys: readonly RawBuilder<unknown>[], isDescending: boolean) =>
  sql`order by ${sql.join(keys.map((key) => (isDescending ? sql`${key} desc` : sql`${key} asc`)))}`

/** Whether a row `v` is of a field that sorts, at a bug `b`. */
const isValue = ({ key, products }: FieldOrder): Condition =>
  allOf([
    sql<boolean>`v.key = ${key}`,
    ...(products === undefined ? [] : [sql<boolean>`b.product_number = any(${products}::smallint[])`]),
  ])

/** The values of bugs `b`, for `wholly`. */
export const valuesOf = (order: FieldOrder): RawBuilder<unknown> =>
  sql`left join bug_field_values v on v.bug_id = b.id and ${isValue(order)}`

/** The order of all of some bugs `b` with their values. */
export const wholly = (order: FieldOrder): RawBuilder<unknown> =>
  sql`${ordered([sql`v.bug_id is null`], false)}, ${sql.join(
    keysOf(order).map((key) => (order.inverted ? sql`${key} desc` : key)),
  )}, b.created_on desc, b.id desc`

/** What is walked by a custom field. */
interface Walk {
  /** What must hold for a bug `b`. */
  readonly conditions: readonly Condition[]
  /** The same of a row of `bug_updates`, where such a narrow row has all that is asked for. */
  readonly narrow?: readonly Condition[] | undefined
  /** What is asked of the value `v` itself, so that only a part of the index is walked. */
  readonly values?: readonly Condition[]
}

/**
 * Tables up to `page`, with the ids of a page and the place `n` of each, counted from the end that `rows` are counted from. The
 * index of the values is walked until the page is full, and bugs without one are looked for where it is not.
 */
export function pageByField(order: FieldOrder, walk: Walk, rows: Rows): RawBuilder<unknown> {
  const most = { from: 0, count: rows.from + rows.count }
  const isDescending = order.inverted !== rows.isReversed
  const valued = (order.by === 'choice' ? byChoice : byValue)(order, walk, { isDescending, most })
  const byAge = orderBy({ by: 'createdOn', inverted: rows.isReversed })
  const isBare = sql<boolean>`not exists (select from bug_field_values v where v.bug_id = b.id and ${isValue(order)})`
  const bare = sql`select b.id, row_number() over (${byAge}) as n from bugs b ${where([...walk.conditions, isBare])}
    ${byAge} ${limit(most)}`
  const [first, second] = rows.isReversed ? [bare, valued] : [valued, bare]
  const left = sql`greatest(0, ${sql.lit(most.count)} - (select count(*) from first_part))`
  return sql`first_part as materialized (${first}),
    second_part as materialized (select id, n + (select count(*) from first_part) as n from (${second}) following
      order by n limit ${left}),
    page as materialized (select * from (select * from first_part union all select * from second_part) parts
      order by n ${limit(rows)})`
}

interface Part {
  readonly isDescending: boolean
  readonly most: Pick<Rows, 'from' | 'count'>
}

/** The values `v` of bugs; the bugs themselves only where something is asked of them. */
function walked(
  order: FieldOrder,
  { conditions, narrow, values = [] }: Walk,
  own: readonly Condition[],
): RawBuilder<unknown> {
  const isPlain = conditions.length === 0 && order.products === undefined
  const joined = sql`join ${narrow ? sources.updates : sources.bugs} on b.id = v.bug_id`
  return sql`from bug_field_values v ${isPlain ? sql`` : joined} ${where([isValue(order), ...own, ...values, ...(narrow ?? conditions)])}`
}

function byValue(order: FieldOrder, walk: Walk, { isDescending, most }: Part): RawBuilder<unknown> {
  const sorted = ordered(keysOf(order), isDescending)
  // Only so the index of numbers serves.
  const isThere = order.by === 'number' ? [sql<boolean>`v.quantity is not null`] : []
  return sql`select v.bug_id as id, row_number() over (${sorted}) as n ${walked(order, walk, isThere)} ${sorted} ${limit(most)}`
}

/** Rows that PostgreSQL gathers before it sorts the first of them: fewer of a choice would have it look at the next one. */
const sortedAtOnce = 64

/** Choice by choice, until there are enough: those that bugs have come from a few steps through the index. */
function byChoice(order: FieldOrder, walk: Walk, { isDescending, most }: Part): RawBuilder<unknown> {
  const ofChoices = [sql`found.place`, sql`found.word`]
  const sorted = ordered([...ofChoices, sql`own.bug_id`], isDescending)
  const next = (than: Condition) => sql`(select v.word from bug_field_values v
    where ${allOf([sql<boolean>`v.key = ${order.key}`, than])} order by v.word limit 1)`
  return sql`with recursive words (word) as (
      select ${next(sql`true`)} union all select ${next(sql`v.word > words.word`)} from words where words.word is not null
    )
    select own.bug_id as id, row_number() over (${sorted}) as n from (
      select * from (select word, ${placeOf(order.choices, sql`word`)} as place from words where word is not null) found
      ${ordered(ofChoices, isDescending)}
    ) found cross join lateral (
      select v.bug_id ${walked(order, walk, [sql<boolean>`v.word = found.word`])}
      ${ordered([sql`v.bug_id`], isDescending)} ${limit({ from: 0, count: Math.max(most.count, sortedAtOnce) })}
    ) own ${sorted} ${limit(most)}`
}
