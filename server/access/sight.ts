import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Actor } from './actor.ts'

/*
 * Who may see a bug: its product is among those that they may see, and it is not private, or they may see private bugs,
 * or it names them: they reported it, it is assigned to them, or somebody let them see it (`bug_readers`). That somebody
 * has canViewData at all, the endpoint or event says. Every statement that reads bugs for somebody asks one of these.
 */

/** What decides who may see a bug. */
export interface SeenFacts {
  readonly productNumber: number
  readonly isPrivate: boolean
  readonly createdBy: string
  readonly assignedTo: string | null
  /** Whom somebody let see it. */
  readonly readers: readonly string[]
}

/** Returns whether somebody may see a bug: the rule in memory. */
export function maySee({ userId, sees }: Pick<Actor, 'userId' | 'sees'>, bug: SeenFacts): boolean {
  if (!sees.isEveryProduct && !sees.products.includes(bug.productNumber)) return false
  if (!bug.isPrivate || sees.privateBugs) return true
  return bug.createdBy === userId || bug.assignedTo === userId || bug.readers.includes(userId)
}

/**
 * Returns the rule as SQL text for a prepared statement, on a row of `bugs`. A statement has it for hidden and unknown
 * bugs alike.
 * @param row the row's name
 * @param first the number of the first of the parameters that `sightValues` gives
 */
export const seen = (row: string, first: number): string =>
  `(($${first}::smallint[] is null or ${row}.product_number = any($${first}::smallint[]))
    and (not ${row}.is_private or $${first + 1}::boolean or ${row}.created_by = $${first + 2}::text
      or ${row}.assigned_to = $${first + 2}::text
      or exists (select from bug_readers reader where reader.bug_id = ${row}.id and reader.user_id = $${first + 2}::text)))`

/** Returns the parameters of `seen`. */
export const sightValues = ({ userId, sees }: Pick<Actor, 'userId' | 'sees'>) =>
  [sees.isEveryProduct ? null : sees.products, sees.privateBugs, userId] as const

/** How many parameters `seen` takes. */
export const sightLength = 3

/** The rule in parts, for statements about many bugs; only what hides any is there. */
export interface Visible {
  /** All of it. */
  readonly all: readonly RawBuilder<boolean>[]
  /** What everybody with the same rights sees: all but the private bugs that name the caller. Sums have its columns too. */
  readonly shared: readonly RawBuilder<boolean>[]
  /** What holds for the private bugs that name the caller, and for none of `shared`; undefined with the right to see all. */
  readonly own: readonly RawBuilder<boolean>[] | undefined
  /** Nothing is hidden. */
  readonly isEverything: boolean
}

/**
 * Returns the rule as conditions on rows `b` that have `id`, `product_number` and `is_private`: of `bugs`, `bug_updates`,
 * or what search keeps of each bug.
 * @param own what `ownPrivate` gives, where it was asked: a statement that is planned each time is then planned sooner
 */
export function visibleTo({ userId, sees }: Pick<Actor, 'userId' | 'sees'>, own?: readonly string[]): Visible {
  const products = sees.isEveryProduct ? [] : [sql<boolean>`b.product_number = any(${sees.products}::smallint[])`]
  if (sees.privateBugs) return { all: products, shared: products, own: undefined, isEverything: sees.isEveryProduct }
  const open = sql<boolean>`not b.is_private`
  if (own?.length === 0)
    return { all: [...products, open], shared: [...products, open], own: undefined, isEverything: false }
  const names = sql<boolean>`b.id = any(${own ? sql`${own}::text[]` : privateOf(userId)})`
  return {
    all: [...products, sql<boolean>`(${open} or ${names})`],
    shared: [...products, open],
    own: [...products, sql<boolean>`b.is_private`, names],
    isEverything: false,
  }
}

/** An array of the private bugs that name somebody. It is made once for a statement, and only where one needs it. */
const privateOf = (userId: string): RawBuilder<unknown> => sql`array(
    select p.id::text from bugs p where p.is_private and (p.created_by = ${userId}::text or p.assigned_to = ${userId}::text)
    union all
    select reader.bug_id::text from bug_readers reader where reader.user_id = ${userId}::text
  )`

/** Returns the ids of the private bugs that name an actor; undefined for one who may see all. */
export async function ownPrivate(
  db: Db,
  { userId, sees }: Pick<Actor, 'userId' | 'sees'>,
): Promise<readonly string[] | undefined> {
  if (sees.privateBugs) return undefined
  const [row] = await db.read<{ ids: string[] }>(sql`select ${privateOf(userId)} as ids`, { keepsPlan: true })
  return row?.ids
}

/** Returns the rule as one condition, for a query that is built. @param row the name of the row, `bugs` or another */
export function seesRow({ userId, sees }: Pick<Actor, 'userId' | 'sees'>, row = 'bugs'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const products = sees.isEveryProduct ? null : sees.products
  return sql<boolean>`((${products}::smallint[] is null or ${of('product_number')} = any(${products}::smallint[]))
    and (not ${of('is_private')} or ${sees.privateBugs}::boolean or ${of('created_by')} = ${userId}::text
      or ${of('assigned_to')} = ${userId}::text
      or exists (select from bug_readers reader where reader.bug_id = ${of('id')} and reader.user_id = ${userId}::text)))`
}

/** Names what an actor sees by rule: who have the same see the same, but for private bugs that name them. */
export const sightClass = ({ sees }: Pick<Actor, 'sees'>): string =>
  `${sees.isEveryProduct ? 'every' : sees.products.join(',')} ${sees.privateBugs ? 'private' : 'public'} ${sees.internalComments ? 'internal' : 'open'}`
