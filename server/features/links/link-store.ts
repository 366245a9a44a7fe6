import type { Actor } from '#server/access/actor.ts'
import { seen, seesRow, visibleTo } from '#server/access/sight.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { bugLinkJson } from '#server/features/bugs/public.ts'
import { type BugLink, type LinkKind, linkWords, type StoredKind, storedKinds } from '#shared/links/link.ts'
import { type RawBuilder, sql } from 'kysely'

/** A link from the side of one bug. */
export interface OwnLink {
  readonly kind: LinkKind
  readonly bugId: string
}

/** Whether a bug `b` has links. */
export const hasLinks = `(exists (select from bug_links l where l.bug_id = b.id)
    or exists (select from bug_links l where l.other_id = b.id))`

/** All links of a bug `b` as `kind` and `id`, from its side. */
const ownLinks = `select l.kind, l.other_id as id from bug_links l where l.bug_id = b.id
      union all
      select case l.kind when 'parent' then 'child' when 'blocks' then 'blocked-by' else l.kind end, l.bug_id
        from bug_links l where l.other_id = b.id`

/**
 * Returns the select list for the links of a bug `b`: the open ones first, and last those that the reader may not see, of
 * which it has only what they are to this one; their order tells no more.
 * @param sight the number of the first of the parameters that `sightValues` gives
 */
export const linksColumn = (sight: number): string => `(select json_agg(json_build_object('kind', own.kind,
        'bug', case when o.id is not null then ${bugLinkJson('o')} end)
        order by o.is_closed, o.created_on, o.id, own.kind)
      from (${ownLinks}) own left join bugs o on o.id = own.id and ${seen('o', sight)}) as links`

/** The links of a bug `b` as texts in order, as JSON. */
export const linkTextsOfBug = `(select coalesce(jsonb_agg(own.kind || ' ' || own.id order by (own.kind || ' ' || own.id) collate "C"), '[]')
    from (${ownLinks}) own)`

/** Returns what somebody may see of bugs that were linked. */
export async function linkedBugs(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, BugLink>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read<{ bug: BugLink }>(
    sql`select ${sql.raw(bugLinkJson('bugs'))} as bug from bugs
      where id = any(${ids}::text[]) and ${seesRow(actor)}`,
  )
  return new Map(rows.map(({ bug }) => [bug._id, bug]))
}

/**
 * Bugs `b` that are linked so to the bug of an id, which the actor may see, or to any.
 * @param id whole, or its last 8 characters; undefined for any
 */
export function linkedSo(actor: Actor, kind: LinkKind, id: string | undefined): RawBuilder<boolean> {
  const { stored, own, other } = storedSide(kind)
  const [ownSide, otherSide] = [sql.ref(`l.${own}`), sql.ref(`l.${other}`)]
  const named =
    id === undefined ? sql`` : sql` and ${id.length === 8 ? sql`right(${otherSide}, 8)` : otherSide} = ${id}`
  const isSeen =
    id === undefined || visibleTo(actor).isEverything
      ? sql``
      : sql` and exists (select from bugs o where o.id = ${otherSide} and ${seesRow(actor, 'o')})`
  return sql`b.id in (select ${ownSide} from bug_links l where l.kind = ${stored}${named}${isSeen})`
}

/** Bugs `b` that an open bug blocks, which the actor may see: of others nobody learns that they are open. */
export const isBlocked = (actor: Actor): RawBuilder<boolean> => sql`b.id in (select l.other_id from bug_links l
  join bugs blocker on blocker.id = l.bug_id where l.kind = 'blocks' and not blocker.is_closed
  ${visibleTo(actor).isEverything ? sql`` : sql`and ${seesRow(actor, 'blocker')}`})`

/** Where a link of a kind is stored: which of its columns is this bug. */
function storedSide(kind: LinkKind) {
  const isStored = storedKinds.some((one) => one === kind)
  return isStored
    ? { stored: kind as StoredKind, own: 'bug_id', other: 'other_id' }
    : { stored: linkWords[kind].inverse as StoredKind, own: 'other_id', other: 'bug_id' }
}

/** Returns the row of a link of a bug. What relates to one another stands at the older one. */
function rowOf(bugId: string, { kind, bugId: otherId }: OwnLink) {
  const { stored, own } = storedSide(kind)
  const isTurned = stored === 'relates-to' ? bugId > otherId : own === 'other_id'
  return isTurned
    ? { bug_id: otherId, kind: stored, other_id: bugId }
    : { bug_id: bugId, kind: stored, other_id: otherId }
}

/** Returns the links of a bug, from its side. */
export function linksOf(db: Db, bugId: string): Promise<OwnLink[]> {
  return db.read<OwnLink>(
    sql`select own.kind, own.id as "bugId" from (select ${bugId}::text as id) b cross join lateral (${sql.raw(ownLinks)}) own`,
  )
}

/** Stores links of a bug and removes others. The caller has locked all bugs of them. */
export async function storeLinks(
  tx: Tx,
  bugId: string,
  { added, removed }: { readonly added: readonly OwnLink[]; readonly removed: readonly OwnLink[] },
): Promise<void> {
  for (const link of removed) {
    const { bug_id, kind, other_id } = rowOf(bugId, link)
    await tx
      .deleteFrom('bug_links')
      .where('bug_id', '=', bug_id)
      .where('kind', '=', kind)
      .where('other_id', '=', other_id)
      .execute()
  }
  await storeManyLinks(
    tx,
    added.map((link) => ({ ...link, of: bugId })),
  )
}

/** Stores links of many bugs. @returns those that were not there, each at the bug where it stands */
export async function storeManyLinks(
  tx: Tx,
  links: readonly (OwnLink & { readonly of: string })[],
): Promise<(OwnLink & { readonly of: string })[]> {
  if (links.length === 0) return []
  const rows = links.map((link) => rowOf(link.of, link))
  const made = await sql<OwnLink & { readonly of: string }>`insert into bug_links (bug_id, kind, other_id)
    select * from unnest(${rows.map((row) => row.bug_id)}::text[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map((row) => row.other_id)}::text[])
    on conflict do nothing returning bug_id as "of", kind, other_id as "bugId"`.execute(tx)
  return made.rows
}

/** Returns the parents of some bugs, and theirs, by their children. @param most levels that are followed */
export async function parentsFrom(db: Db, bugIds: readonly string[], most = 1_000): Promise<Map<string, string>> {
  const rows = await db.read<{ child: string; parent: string }>(sql`with recursive chain (child, parent, place) as (
      select l.bug_id, l.other_id, 1 from bug_links l where l.kind = 'parent' and l.bug_id = any(${bugIds}::text[])
      union
      select l.bug_id, l.other_id, c.place + 1 from chain c join bug_links l on l.kind = 'parent' and l.bug_id = c.parent
        where c.place < ${most}
    ) select child, parent from chain`)
  return new Map(rows.map(({ child, parent }) => [child, parent]))
}
