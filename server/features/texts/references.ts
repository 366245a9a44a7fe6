import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { readBugKey } from '#shared/products/words.ts'
import type { BugReference } from '#shared/texts/contract.ts'

const byShortId: Prepared = {
  name: 'bugs-by-short-id',
  text: `select distinct on (right(b.id, 8)) right(b.id, 8) as "shortId", b.id as "_id", b.title,
      b.is_closed as "isClosed", b.status
    from bugs b where right(b.id, 8) = any($1::text[]) and ${seen('b', 2)} order by right(b.id, 8), b.id`,
}

const byKey: Prepared = {
  name: 'bugs-by-key',
  text: `select asked.key || '-' || asked.number as "shortId", b.id as "_id", b.title, b.is_closed as "isClosed", b.status
    from unnest($1::text[], $2::integer[]) as asked (key, number) join products p on p.key = asked.key
      left join former_bug_keys f on f.product_number = p.number and f.number = asked.number
      join bugs b on b.id = f.bug_id or (f.bug_id is null and b.product_number = p.number and b.number = asked.number)
    where ${seen('b', 3)}`,
}

/**
 * Returns the bugs for short ids and keys that somebody may see, in no order. Where two of these share a short id, the older
 * is returned, so that a bug reported later can't take over a reference.
 */
export async function bugReferences(db: Db, actor: Actor, asked: readonly string[]): Promise<BugReference[]> {
  const sight = sightValues(actor)
  const keys = asked.flatMap((one) => readBugKey(one) ?? [])
  const shortIds = asked.filter((one) => !readBugKey(one))
  const named = keys.length === 0 ? [] : await db.prepared<BugReference>(byKey, [...keyColumns(keys), ...sight])
  return shortIds.length === 0
    ? named
    : [...named, ...(await db.prepared<BugReference>(byShortId, [shortIds, ...sight]))]
}

const keyColumns = (keys: readonly { readonly productKey: string; readonly number: number }[]) => [
  keys.map(({ productKey }) => productKey),
  keys.map(({ number }) => number),
]
