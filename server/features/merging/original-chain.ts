import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { LockedBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { sql } from 'kysely'

/**
 * Waits until nobody else changes what is a duplicate of what. Belongs before the lock of the bug that is to change:
 * somebody who waits here must hold no bug, because whoever has the turn locks several.
 */
export async function waitForLinks(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, 'duplicate links')
}

/** Bugs that may stand in one row of duplicates: who walks along one must come to its end soon. */
const longestChain = 100

/**
 * The originals of a bug, its own first, the one that is no duplicate last. A bug that the actor may not see has none, as
 * one that does not exist.
 */
const chainOf: Prepared = {
  name: 'original-chain',
  text: `with recursive chain (id, place) as (
      select b.id, 1 from bugs b where b.id = $1 and ${seen('b', 2)}
      union all
      select b.duplicate_of, c.place + 1 from chain c join bugs b on b.id = c.id where b.duplicate_of is not null
    ) select c.id, ${seen('b', 2)} as "isSeen" from chain c join bugs b on b.id = c.id order by c.place`,
}

/** A bug of a chain of originals. */
interface Linked {
  readonly id: string
  /** Whether the actor may see it: else nothing may tell of it. */
  readonly isSeen: boolean
}

/** How many duplicates stand behind a bug in the longest row of them; no more than $2 are counted. */
const depthBelow: Prepared = {
  name: 'depth-below',
  text: `with recursive levels (place, ids) as (
      select 0, array[$1::text collate "C"]
      union all
      select l.place + 1, below.ids from levels l cross join lateral (
        select array_agg(d.id::text collate "C") as ids from bugs d where d.duplicate_of = any(l.ids)
      ) as below where below.ids is not null and l.place < $2
    ) select max(place) as depth from levels`,
}

/** An original and its own originals. Empty when there is no such bug for the actor. The caller has the turn. */
export async function originalChain(tx: Tx, actor: Actor, original: string): Promise<Linked[]> {
  return isRecordId(original) ? tx.prepared<Linked>(chainOf, [original, ...sightValues(actor)]) : []
}

/**
 * An original must exist, be another bug, not lead back to this one, and not stand at the end of too many. The caller
 * has the turn.
 * @param field the one that names the original
 * @throws AppError invalid-input
 */
export async function refuseOriginal(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  original: string,
  field: string,
): Promise<void> {
  const refuse = (why: string) => new AppError('invalid-input', `${field} ${why}.`, { field })
  if (original === bug.id) throw refuse('must be another bug')
  const chain = await originalChain(tx, actor, original)
  if (chain.length === 0) throw refuse('must be the id of a bug')
  if (chain.some(({ id }) => id === bug.id)) throw refuse('is itself a duplicate of this bug')
  if (original === bug.duplicateOf) return
  const [below] = await tx.prepared<{ depth: number }>(depthBelow, [bug.id, longestChain])
  if (chain.length + 1 + (below?.depth ?? 0) > longestChain) {
    throw refuse(`would make a row of more than ${longestChain} bugs, each a duplicate of the next`)
  }
}

/** Bugs with their originals, and theirs, each once. */
const chainsOf: Prepared = {
  name: 'original-chains',
  text: `with recursive chain (id, next) as (
      select b.id, b.duplicate_of from bugs b where b.id = any($1::text[])
      union
      select b.id, b.duplicate_of from chain c join bugs b on b.id = c.next
    ) select id, next from chain`,
}

/**
 * Locks bugs and their originals, and theirs: always a duplicate before its original, else in the order of their ids. So
 * those who lock several bugs can't wait for each other. The caller has the turn.
 * @returns their ids; not those of bugs that don't exist
 */
export async function lockWithOriginals(tx: Tx, bugIds: readonly string[]): Promise<string[]> {
  const chains = await tx.prepared<{ id: string; next: string | null }>(chainsOf, [bugIds])
  const nextOf = new Map(chains.map(({ id, next }) => [id, next]))
  /** How far a bug is from the end of its chain; the same in each chain that it is in. */
  const heightOf = (id: string) => {
    let height = 0
    for (let next = nextOf.get(id); next; next = nextOf.get(next)) height++
    return height
  }
  const heights = chains.map(({ id }) => ({ id, height: heightOf(id) }))
  const ids = heights
    .toSorted((one, other) => other.height - one.height || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
  await sql`select b.id from unnest(${ids}::text[]) with ordinality as asked (id, place) join bugs b on b.id = asked.id
    order by asked.place for no key update of b`.execute(tx)
  return ids
}
