import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { readBugKey } from '#shared/products/words.ts'
import { sql } from 'kysely'
import type { LockedBug } from './bug-store.ts'

/** Returns the SQL of a bug's key, of a row of `products` and a row that has the bug's number there. */
export const keyText = (product: string, bug: string): string => `${product}.key || '-' || ${bug}.number`

const ofKey: Prepared = {
  name: 'bug-of-key',
  text: `with place as (select number from products where key = $1)
    select b.id from bugs b, place where b.product_number = place.number and b.number = $2
    union all
    select f.bug_id from former_bug_keys f, place where f.product_number = place.number and f.number = $2`,
}

/** An id that no bug has. */
const noBug = '0'.repeat(24)

/**
 * Returns the id of the bug that a key names, or named before the bug was moved. A key of no bug gives an id of no bug, so that
 * whoever asks does the same for it as for a bug that the caller may not see. Any other text comes back as it is.
 */
export async function idOfKey(db: Db, text: string): Promise<string> {
  const key = readBugKey(text)
  if (!key) return text
  const [found] = await db.prepared<{ id: string }>(ofKey, [key.productKey, key.number])
  return found?.id ?? noBug
}

/**
 * Returns which of some numbers no bug of a product has or had. The next bugs of the product get numbers after all of them: none
 * of them is given to a report that comes meanwhile.
 */
export async function freeNumbers(
  tx: Tx,
  numbers: readonly number[],
  of: { readonly product: number; readonly sequence: string },
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set()
  // Of a fresh one the last value is the first that it will give.
  const last = sql`(select case when is_called then last_value else 0 end from ${sql.ref(of.sequence)})`
  // Each is taken by itself: to set the sequence might set it back behind what others take at the same moment.
  await sql`select count(nextval(${of.sequence}::regclass))
    from generate_series(1, ${Math.max(...numbers)}::bigint - ${last})`.execute(tx)
  const { rows } = await sql<{
    number: number
  }>`select wanted.number from unnest(${numbers}::integer[]) as wanted (number)
    where not exists (select from bugs b where b.product_number = ${of.product} and b.number = wanted.number)
      and not exists (
        select from former_bug_keys f where f.product_number = ${of.product} and f.number = wanted.number)`.execute(tx)
  return new Set(rows.map(({ number }) => number))
}

/**
 * Gives a bug that the caller has locked a number in another product: the one that it had there before, or the next one. Its
 * number until now becomes a former one.
 */
export async function takeNumber(
  tx: Tx,
  bug: LockedBug,
  to: { readonly product: number; readonly sequence: string },
): Promise<number> {
  const before = await tx
    .deleteFrom('former_bug_keys')
    .where('bug_id', '=', bug.id)
    .where('product_number', '=', to.product)
    .returning('number')
    .executeTakeFirst()
  await tx
    .insertInto('former_bug_keys')
    .values({ product_number: bug.productNumber, number: bug.number, bug_id: bug.id })
    .execute()
  if (before) return before.number
  const { rows } = await sql<{ number: number }>`select nextval(${to.sequence}::regclass)::integer as number`.execute(
    tx,
  )
  const [next] = rows
  if (!next) throw new Error('a sequence gave no number')
  return next.number
}

/** Statements that number all bugs by age in their products, such as those of an export from before there were any. */
export const numberByAge: readonly string[] = [
  // Out of the way first: no two may have the same number meanwhile.
  'update bugs set number = number + (select max(number) from bugs)',
  `update bugs set number = aged.number from (
      select id, row_number() over (partition by product_number order by created_on, id) as number from bugs
    ) aged where aged.id = bugs.id`,
]
