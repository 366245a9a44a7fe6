import type { Tx } from '#server/db/database.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { setOriginals } from '#server/features/bugs/public.ts'
import { sql } from 'kysely'
import type { Links } from './duplicate-links.ts'

/** A bug as another tracker's id finds it. */
export interface NamedBug {
  readonly id: string
  readonly externalId: string
  readonly product: string | null
}

const linksAtOnce = 2_000

/** All bugs that have one of the external ids. */
export async function bugsNamed(tx: Tx, externalIds: readonly string[]): Promise<NamedBug[]> {
  const { rows } = await sql<NamedBug>`
    select id, external_id as "externalId", product from bugs where external_id = any(${externalIds}::text[])`.execute(
    tx,
  )
  return rows
}

/**
 * Which of the bugs an import may still link: duplicates without a link that nobody ever linked or classified here.
 * They stay locked, so that this is still so when they are linked.
 */
export async function neverLinked(tx: Tx, bugIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from bugs b where id = any(${bugIds}::text[]) and duplicate_of is null and classification = 'duplicate'
      and not exists (select from events e where e.subject_id = b.id
        and e.type in ('bug-duplicate-linked', 'bug-classified', 'bug-merged'))
    for no key update`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

/** The links that exist on the way from `bugIds` to the bugs that they finally repeat. */
export async function linksFrom(tx: Tx, bugIds: readonly string[]): Promise<Links> {
  const { rows } = await sql<{ id: string; duplicate_of: string }>`
    with recursive chain as (
      select id, duplicate_of from bugs where id = any(${bugIds}::text[]) and duplicate_of is not null
      union
      select b.id, b.duplicate_of from chain join bugs b on b.id = chain.duplicate_of where b.duplicate_of is not null
    ) select id, duplicate_of from chain`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.duplicate_of]))
}

/** Links bugs that `neverLinked` named. */
export async function linkDuplicates(tx: Tx, links: Links): Promise<void> {
  const pairs = [...links]
  for (let from = 0; from < pairs.length; from += linksAtOnce) {
    const some = pairs.slice(from, from + linksAtOnce)
    await setOriginals(tx, some)
    await recordEvents(
      tx,
      some.map(([id, original]) => ({
        type: 'bug-duplicate-linked',
        subjectId: id,
        actorId: null,
        payload: { from: null, to: original },
      })),
    )
  }
}
