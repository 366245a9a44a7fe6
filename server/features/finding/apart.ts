import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { type Leaf, plainLine } from '#server/features/search/public.ts'
import type { BugMatch } from '#shared/bugs/contract.ts'
import { runsOf } from '#shared/search/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { allOf, visibleBugs } from './conditions.ts'

/*
 * What only some may read of a bug. Such texts are in no index of the bugs: where they hold words of a search is looked up
 * first, for those who may read them, and no statement of anybody else names their tables.
 */

/** A kind of such texts. */
interface Source {
  readonly mayRead: (actor: Actor) => boolean
  /** Has `bug_id`, `text_id`, `message`, `said_on` and `words`. */
  readonly table: RawBuilder<unknown>
  readonly match: Pick<BugMatch, 'field' | 'isInternal'>
}

const readsChat = ({ permissions }: Actor) => permissions.has('liveChatAdmin')
const readsInternal = ({ sees }: Actor) => sees.internalComments

const sources: readonly Source[] = [
  {
    mayRead: readsInternal,
    table: sql`select c.bug_id, c.id as text_id, c.message, c.created_on as said_on, c.words from internal_comments c`,
    match: { field: 'comment', isInternal: true },
  },
  {
    mayRead: readsChat,
    table: sql`select cb.bug_id, l.id as text_id, l.message, l.sent_on as said_on, l.words
      from chat_lines l join conversation_bugs cb on cb.conversation_id = l.conversation_id`,
    match: { field: 'chat' },
  },
  {
    mayRead: (actor) => readsChat(actor) && readsInternal(actor),
    table: sql`select cb.bug_id, n.id as text_id, n.message, n.sent_on as said_on, n.words
      from chat_notes n join conversation_bugs cb on cb.conversation_id = n.conversation_id`,
    match: { field: 'chat', isInternal: true },
  },
]

/** Bugs of which such texts hold words of a search, and the numbers of those leaves. */
export interface ApartHits {
  readonly bugIds: readonly string[]
  /** For each bug, `{0,2}`. */
  readonly leaves: readonly string[]
}

/** Where the texts that the actor may read apart hold words or phrases of a search; undefined for nowhere. */
export async function apartHits(db: Db, actor: Actor, leaves: readonly Leaf[]): Promise<ApartHits | undefined> {
  const readable = sources.filter(({ mayRead }) => mayRead(actor))
  if (readable.length === 0 || leaves.length === 0) return undefined
  const holding = readable.map(
    ({ table }) => sql`select t.bug_id, t.message from (${table}) t where t.words @@ q.query::tsquery`,
  )
  const rows = await db.read<{ bug_id: string; n: number; message: string | null }>(
    sql`select distinct t.bug_id, q.n::integer as n, case when q.is_phrase then t.message end as message
      from unnest(${leaves.map(({ query }) => query)}::text[], ${leaves.map(({ plain }) => plain !== undefined)}::boolean[])
        with ordinality as q (query, is_phrase, n)
      cross join lateral (${sql.join(holding, sql` union all `)}) t`,
    { keepsPlan: true },
  )
  const found = new Map<string, Set<number>>()
  for (const { bug_id: bugId, n, message } of rows) {
    const plain = leaves[n - 1]?.plain
    if (plain !== undefined && !plainLine(runsOf(message ?? '')).includes(plain)) continue
    found.set(bugId, (found.get(bugId) ?? new Set()).add(n - 1))
  }
  if (found.size === 0) return undefined
  return { bugIds: [...found.keys()], leaves: [...found.values()].map((numbers) => `{${[...numbers].join(',')}}`) }
}

/** Conditions of which one holds where the texts of bugs that the actor sees, and may read apart, hold a query. */
export const standsApart = (actor: Actor, query: string): RawBuilder<boolean>[] =>
  sources
    .filter(({ mayRead }) => mayRead(actor))
    .map(
      ({ table }) => sql<boolean>`exists (select from (${table}) t join bugs b on b.id = t.bug_id
        where t.words @@ ${query}::tsquery and ${allOf(visibleBugs(actor).all)})`,
    )

/** A text that the actor may read, of a bug. */
export interface ApartText extends Pick<BugMatch, 'field' | 'isInternal'> {
  readonly bugId: string
  readonly commentId: string | undefined
  readonly message: string
}

/** The texts that hold any of the leaves, of each bug the first ones of each kind. @param most of a kind and bug */
export async function apartTexts(
  db: Db,
  actor: Actor,
  {
    bugIds,
    leaves,
    most,
  }: { readonly bugIds: readonly string[]; readonly leaves: readonly Leaf[]; readonly most: number },
): Promise<ApartText[]> {
  const query = leaves.map((leaf) => leaf.query).join(' | ')
  const texts: ApartText[] = []
  for (const { table, match } of sources.filter(({ mayRead }) => mayRead(actor))) {
    const rows = await db.read<{ bug_id: string; text_id: string; message: string }>(sql`
      select t.bug_id, t.text_id, t.message from unnest(${bugIds}::text[]) as page (id) cross join lateral (
        select * from (${table}) t where t.bug_id = page.id and t.words @@ ${query}::tsquery
        order by t.said_on, t.text_id limit ${sql.lit(most)}
      ) t`)
    for (const { bug_id: bugId, text_id, message } of rows)
      texts.push({ ...match, bugId, message, commentId: match.field === 'comment' ? text_id : undefined })
  }
  return texts
}
