import type { Tx } from '#server/db/database.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { type OwnLink, parentsFrom, storeManyLinks } from '#server/features/links/public.ts'
import { lockWithOriginals } from '#server/features/merging/public.ts'
import { type LinkKind, linkWords } from '#shared/links/link.ts'
import { sql } from 'kysely'
import { withoutCircles } from './duplicate-links.ts'
import { bugsByName, type LinkSummary } from './link-phase.ts'

/** A link that a bug of the file says it has. */
export interface WantedBugLink {
  readonly id: string
  readonly product: string | null
  readonly kind: LinkKind
  /** External id of the other bug. */
  readonly other: string
}

/** A link with both bugs found. */
type Pair = OwnLink & { readonly of: string }

/** Links in one transaction: no statement may take longer than the database lets it. */
export const linksAtOnce = 2_000

/**
 * Links bugs to others once all bugs of a file are stored. Links that were there before, by an import or by hand, stay as they
 * are, also those that somebody has ended. The caller has waited for the imports and the links, and has locked no bug.
 */
export async function linkBugs(
  tx: Tx,
  wanted: readonly WantedBugLink[],
  idInFile: (externalId: string) => string | undefined,
): Promise<LinkSummary> {
  const idOf = await bugsByName(
    tx,
    wanted.map(({ product, other }) => ({ product, name: other })),
    idInFile,
  )
  const named = wanted.flatMap(({ id: of, product, kind, other }): Pair[] => {
    const bugId = idOf({ product, name: other })
    return bugId === undefined ? [] : [stored({ of, kind, bugId })]
  })
  const missing = wanted.length - named.length
  const others = named.filter(({ of, bugId }) => of !== bugId)
  await lockWithOriginals(tx, [...new Set(others.flatMap(({ of, bugId }) => [of, bugId]))])
  const fresh = await neverThere(tx, others)
  const { pairs, circles } = await withFreeParents(tx, fresh)
  const made = await storeManyLinks(tx, pairs)
  await tell(tx, made)
  return { linked: made.length, missing, circles: circles + named.length - others.length }
}

/** A parent is a link of its child, whoever says it. */
const stored = ({ of, kind, bugId }: Pair): Pair =>
  kind === 'child' || kind === 'blocked-by'
    ? { of: bugId, kind: linkWords[kind].inverse, bugId: of }
    : { of, kind, bugId }

/** Leaves out links of which a history tells already. */
async function neverThere(tx: Tx, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<Pair>`
    select distinct w.of, w.kind, w.other as "bugId"
    from unnest(${pairs.map(({ of }) => of)}::text[], ${pairs.map(({ kind }) => kind)}::text[],
      ${pairs.map(({ bugId }) => bugId)}::text[]) as w (of, kind, other)
    where not exists (select from events e where e.subject_id = w.of and e.type = 'bug-links-changed'
      and e.payload -> 'added' @> jsonb_build_array(jsonb_build_object('kind', w.kind, 'bugId', w.other)))
    order by 1, 2, 3`.execute(tx)
  return rows
}

/** Leaves out parents of bugs that have one, and those that would close a circle. */
async function withFreeParents(tx: Tx, pairs: readonly Pair[]): Promise<{ pairs: Pair[]; circles: number }> {
  const children = pairs.filter(({ kind }) => kind === 'parent')
  const present = await parentsFrom(
    tx,
    children.flatMap(({ of, bugId }) => [of, bugId]),
  )
  const free = children.filter(({ of }) => !present.has(of))
  const { links, circles } = withoutCircles(new Map(free.map(({ of, bugId }) => [of, bugId])), present)
  const parents = [...links].map(([of, bugId]): Pair => ({ of, kind: 'parent', bugId }))
  return { pairs: [...pairs.filter(({ kind }) => kind !== 'parent'), ...parents], circles }
}

/** Tells both bugs of each link. */
async function tell(tx: Tx, made: readonly Pair[]): Promise<void> {
  const sides = made.flatMap(({ of, kind, bugId }) => [
    { of, link: { kind, bugId } },
    { of: bugId, link: { kind: linkWords[kind].inverse, bugId: of } },
  ])
  const events = [...Map.groupBy(sides, ({ of }) => of)].map(([subjectId, own]) => ({
    type: 'bug-links-changed' as const,
    subjectId,
    actorId: null,
    payload: { added: own.map(({ link }) => link), removed: [] },
  }))
  await recordEvents(tx, events)
}
