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

/** The originals of a bug, its own first, the one that is no duplicate last. */
const chainOf: Prepared = {
  name: 'original-chain',
  text: `with recursive chain (id, place) as (
      select b.id, 1 from bugs b where b.id = $1
      union all
      select b.duplicate_of, c.place + 1 from chain c join bugs b on b.id = c.id where b.duplicate_of is not null
    ) select id from chain order by place`,
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

/** An original and its own originals. Empty when there is no such bug. The caller has the turn. */
export async function originalChain(tx: Tx, original: string): Promise<string[]> {
  if (!isRecordId(original)) return []
  const rows = await tx.prepared<{ id: string }>(chainOf, [original])
  return rows.map(({ id }) => id)
}

/**
 * An original must exist, be another bug, not lead back to this one, and not stand at the end of too many. The caller
 * has the turn.
 * @param field the one that names the original
 * @throws AppError invalid-input
 */
export async function refuseOriginal(tx: Tx, bug: LockedBug, original: string, field: string): Promise<void> {
  const refuse = (why: string) => new AppError('invalid-input', `${field} ${why}.`, { field })
  if (original === bug.id) throw refuse('must be another bug')
  const chain = await originalChain(tx, original)
  if (chain.length === 0) throw refuse('must be the id of a bug')
  if (chain.includes(bug.id)) throw refuse('is itself a duplicate of this bug')
  if (original === bug.duplicateOf) return
  const [below] = await tx.prepared<{ depth: number }>(depthBelow, [bug.id, longestChain])
  if (chain.length + 1 + (below?.depth ?? 0) > longestChain) {
    throw refuse(`would make a row of more than ${longestChain} bugs, each a duplicate of the next`)
  }
}

/**
 * Locks originals of a bug that is locked already, and theirs, always a duplicate before its original: so those who
 * lock several bugs can't wait for each other. The caller has the turn.
 * @returns their ids
 */
export async function lockOriginals(tx: Tx, originals: readonly string[]): Promise<string[]> {
  const chains: string[][] = []
  for (const original of originals) chains.push(await originalChain(tx, original))
  // How far a bug is from the end of its chain is the same in each chain that it is in.
  const heights = new Map(chains.flatMap((chain) => chain.map((id, place) => [id, chain.length - place] as const)))
  const ids = [...heights].toSorted(([, one], [, other]) => other - one).map(([id]) => id)
  await sql`select b.id from unnest(${ids}::text[]) with ordinality as asked (id, place) join bugs b on b.id = asked.id
    order by asked.place for no key update of b`.execute(tx)
  return ids
}
