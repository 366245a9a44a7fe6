import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Mention } from '#shared/texts/mention.ts'
import { maxMentions, possibleNames } from '#shared/texts/names.ts'
import { withoutCode } from '#shared/texts/without-code.ts'
import { sql } from 'kysely'

/** Most names that are looked up for one text; a text with more is not a message to people. */
const maxLookups = 2_000

/**
 * Records whom texts mention as `@full name`, in place of earlier mentions. Of names that begin alike the longest
 * counts; several people of one name are all mentioned; and an earlier mention is kept even if the person was renamed.
 * A person who may not see the list of people can mention nobody, because the answer would show who has an account.
 * @param place the bug whose own texts they are, or one comment of it
 * @param texts as they are now
 * @param before as they were; absent for new ones
 * @returns everybody mentioned now, in the order of the texts
 */
export async function recordMentions(
  tx: Tx,
  actor: Actor,
  place: { readonly bugId: string; readonly commentId?: string },
  texts: readonly string[],
  before: readonly string[] = [],
): Promise<Mention[]> {
  const earlier = before.some((text) => text.includes('@')) ? await mentionsAt(tx, place) : []
  const all = await mentionsIn(tx, actor, texts, earlier)
  if (earlier.length === 0 && all.length === 0) return []
  await removeOthers(tx, place, earlier, all)
  const known = new Map(earlier.map(({ _id, name }) => [_id, name]))
  await rename(
    tx,
    place,
    all.filter(({ _id, name }) => known.has(_id) && known.get(_id) !== name),
  )
  const added = all.filter(({ _id }) => !known.has(_id))
  if (added.length > 0) {
    await tx
      .insertInto('mentions')
      .values(
        added.map(({ _id, name }) => ({
          bug_id: place.bugId,
          comment_id: place.commentId ?? null,
          user_id: _id,
          name,
        })),
      )
      .execute()
  }
  return all
}

/**
 * Returns whom texts mention, as `recordMentions` does, without recording it.
 * @param earlier whom they mentioned before
 */
export async function mentionsIn(
  db: Db,
  actor: Actor,
  texts: readonly string[],
  earlier: readonly Mention[],
): Promise<Mention[]> {
  const names = texts.map((text) => possibleNames(withoutCode(text)))
  if (names.every((places) => places.length === 0)) return []
  const people = await peopleNamed(db, actor, earlier, names.flat(2))
  const mentioned = names.flatMap((places) => namedBy(places, people))
  return [...new Map(mentioned.map((mention) => [mention._id, mention])).values()]
}

/** Ids of people by lower-case name, for the possible names that exist. */
type People = ReadonlyMap<string, ReadonlySet<string>>

async function peopleNamed(
  db: Db,
  actor: Actor,
  earlier: readonly Mention[],
  names: readonly string[],
): Promise<People> {
  const asked = new Map(names.map((name) => [name.toLowerCase(), name]))
  const people = new Map<string, Set<string>>()
  const add = (name: string, id: string) => {
    const key = name.toLowerCase()
    people.set(key, (people.get(key) ?? new Set()).add(id))
  }
  for (const { _id, name } of earlier) if (asked.has(name.toLowerCase())) add(name, _id)
  if (actor.permissions.has('canViewData') && asked.size > 0) {
    const some = [...asked.values()].slice(0, maxLookups)
    const rows = await db.prepared<{ name: string; id: string }>(peopleByName, [some])
    for (const { name, id } of rows) add(name, id)
  }
  return people
}

/** Selects the people with one of these names, ignoring case. The conditions are those of the index. */
export const peopleByName = {
  name: 'people-by-name',
  text: `select asked.name, namesake.id from unnest($1::text[]) as asked (name)
    cross join lateral (
      select u.id from users u where lower(u.full_name) = lower(asked.name)
        and u.email is not null and u.deactivated_on is null and length(u.full_name) <= 100
      order by u.id limit ${maxMentions}
    ) as namesake
    order by namesake.id`,
}

function namedBy(places: readonly string[][], people: People): Mention[] {
  const named = new Map<string, Mention>()
  for (const names of places) {
    const name = names.find((candidate) => people.has(candidate.toLowerCase()))
    if (name === undefined) continue
    for (const _id of people.get(name.toLowerCase()) ?? []) {
      if (named.size < maxMentions && !named.has(_id)) named.set(_id, { _id, name })
    }
  }
  return [...named.values()]
}

async function mentionsAt(db: Db, place: Parameters<typeof recordMentions>[2]): Promise<Mention[]> {
  return db
    .selectFrom('mentions')
    .select(['user_id as _id', 'name'])
    .where('bug_id', '=', place.bugId)
    .where('comment_id', 'is not distinct from', place.commentId ?? null)
    .execute()
}

/** Stores the current spelling of people whom the text wrote differently before. */
async function rename(
  tx: Tx,
  place: Parameters<typeof recordMentions>[2],
  mentions: readonly Mention[],
): Promise<void> {
  if (mentions.length === 0) return
  const [ids, names] = [mentions.map(({ _id }) => _id), mentions.map(({ name }) => name)]
  await sql`update mentions m set name = written.name
    from unnest(${ids}::text[], ${names}::text[]) as written (user_id, name)
    where m.bug_id = ${place.bugId} and m.user_id = written.user_id
      and m.comment_id is not distinct from ${place.commentId ?? null}`.execute(tx)
}

async function removeOthers(
  tx: Tx,
  place: Parameters<typeof recordMentions>[2],
  earlier: readonly Mention[],
  all: readonly Mention[],
): Promise<void> {
  const gone = earlier.filter(({ _id }) => all.every((mention) => mention._id !== _id)).map(({ _id }) => _id)
  if (gone.length === 0) return
  await sql`delete from mentions where bug_id = ${place.bugId} and user_id = any(${gone}::text[])
    and comment_id is not distinct from ${place.commentId ?? null}`.execute(tx)
}
