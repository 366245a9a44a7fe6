import type { Actor } from '#server/access/actor.ts'
import { seen, sightLength, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isoTimestamp } from '#server/db/iso-timestamps.ts'
import {
  bugFactColumns,
  bugFactJoins,
  type BugFactRow,
  type BugNames,
  namesIn,
  presentListItem,
} from '#server/features/bugs/public.ts'
import { type BugFileRow, filesOfBugs } from '#server/features/attachments/public.ts'
import { linksColumn } from '#server/features/links/public.ts'
import { maySeeEmail } from '#server/features/users/public.ts'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { bugFields, partNames } from '#shared/bugs/fields.ts'
import type { BugLink, LinkKind } from '#shared/links/link.ts'
import { bugStatuses, isClosedStatus } from '#shared/bugs/words.ts'
import { bugKeyOf } from '#shared/products/words.ts'

/** A person as `mothlight import` reads one. */
export interface ExportedPerson {
  readonly name: string
  /** Only where the reader may see it. */
  readonly email?: string
  /** Tells people of one name apart. */
  readonly account: string
}

export interface ExportedComment {
  readonly id: string
  readonly author: ExportedPerson
  readonly created: string
  readonly message: string
}

/** A file of a bug; its content is beside the lines, or at its address. */
export interface ExportedFile {
  readonly id: string
  readonly name: string
  readonly author: ExportedPerson
  readonly created: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

/** A bug with what an export tells of it beside what lists do, as somebody may see it. */
export interface ExportedBug {
  readonly item: BugListItem
  /** The id that it had where it was imported from. */
  readonly externalId: string | null
  readonly reporter: ExportedPerson
  readonly assignee: ExportedPerson | null
  readonly original: { readonly id: string; readonly key: string } | null
  readonly links: readonly { readonly kind: LinkKind; readonly id: string }[]
  /** What is known of its versions beside their names. */
  readonly versions: readonly { readonly name: string; readonly due: string | null; readonly released: boolean }[]
  readonly closedOn: string | null
  readonly closedBy: ExportedPerson | null
  /** Those whose addresses the reader may see. */
  readonly followers: readonly ExportedPerson[]
  readonly files: readonly ExportedFile[]
  readonly comments: readonly ExportedComment[]
  /** For who sees them; lines alone have them. */
  readonly internalComments: readonly ExportedComment[]
}

type PersonRow = [id: string, name: string, email: string | null]
type CommentRow = [id: string, userId: string, name: string, email: string | null, created: string, message: string]

interface Row extends BugFactRow {
  external_id: string | null
  creator_email: string | null
  assignee_email: string | null
  original: { id: string; product: string; number: number } | null
  links: { kind: LinkKind; bug: BugLink | null }[] | null
  versions: ExportedBug['versions'] | null
  closed_on: string | null
  closed_by: PersonRow | null
  followers: PersonRow[] | null
  comments: CommentRow[] | null
}

/** The parameters: the reader's sight, whether comments are read, the bugs, whether what lines alone tell is read. */
const [sight, isWithComments, bugs, isForLines] = [1, sightLength + 1, sightLength + 2, sightLength + 3]

/** Of comments `c` and their authors `u`. */
const commentRows = `json_agg(json_build_array(c.id, u.id, u.full_name, u.email, c.created_on, c.message)
          order by c.created_on, c.id)`

const personRow = 'json_build_array(u.id, u.full_name, u.email)'

const closed = bugStatuses
  .filter(isClosedStatus)
  .map((status) => `'${status}'`)
  .join(', ')

/** Whether an event \`e\` closed its bug, by its change of the status. */
const closes = (change: string) => `(${change} ->> 'to' in (${closed}) and ${change} ->> 'from' not in (${closed}))`

/** Who closed a bug \`b\` last: here, or where it was imported from. */
const closedBy = `case when $${isForLines}::boolean and b.closed_on is not null then (
    select ${personRow} from (
      select case when e.type = 'bug-reported' then e.payload ->> 'closedBy' else e.actor_id end as id from events e
      where e.subject_id = b.id and (e.type = 'bug-reported'
        or e.type = 'bug-status-changed' and ${closes('e.payload')}
        or e.type = 'bug-merged' and ${closes("e.payload -> 'status'")})
      order by e.id desc limit 1
    ) last left join given_placeholders g on g.placeholder_id = last.id
    join users u on u.id = coalesce(g.user_id, last.id)) end as closed_by`

const versionColumns = partNames
  .map((name) => bugFields[name])
  .flatMap(({ of, column }) => (of === 'versions' ? column : []))

const wholeBugs: Prepared = {
  name: 'export-bugs',
  text: `select ${bugFactColumns}, b.external_id, creator.email as creator_email, assignee.email as assignee_email,
      (select json_build_object('id', o.id, 'product', op.key, 'number', o.number)
        from bugs o join products op on op.number = o.product_number where o.id = b.duplicate_of and ${seen('o', sight)})
        as original,
      ${linksColumn(sight)}, b.closed_on, ${closedBy},
      case when $${isForLines}::boolean and (${versionColumns.map((column) => `b.${column} is not null`).join(' or ')}) then (
        select json_agg(json_build_object('name', v.name, 'due', v.due_on, 'released', v.is_released) order by v.id)
        from versions v where v.id in (${versionColumns.map((column) => `b.${column}`).join(', ')})
          and (v.due_on is not null or v.is_released)) end as versions,
      case when $${isForLines}::boolean then (
        select json_agg(${personRow} order by f.since, u.id) from bug_followers f join users u on u.id = f.user_id
        where f.bug_id = b.id and f.is_following) end as followers,
      case when $${isWithComments}::boolean and b.comment_count > 0 then (
        select ${commentRows}
        from comments c join users u on u.id = c.user_id where c.bug_id = b.id and c.deleted_on is null) end as comments
    from unnest($${bugs}::text[]) with ordinality as named (id, place) join bugs b on b.id = named.id ${bugFactJoins}
    where ${seen('b', sight)} order by named.place`,
  hasIsoTimestamps: true,
}

/**
 * Returns bugs in the order of their ids; those that the reader may not see are left out.
 * @param forLines false for tables: who closed a bug, its versions, followers and files are not read
 */
export async function exportedBugs(
  db: Db,
  actor: Actor,
  ids: readonly string[],
  { withComments, forLines }: { readonly withComments: boolean; readonly forLines: boolean },
): Promise<ExportedBug[]> {
  const rows = await db.prepared<Row>(wholeBugs, [...sightValues(actor), withComments, ids, forLines])
  const names = await namesIn(db, rows)
  const ofLines = forLines ? rows.map(({ id }) => id) : []
  const files = await filesOfBugs(db, actor, ofLines)
  const internal = await internalCommentsOf(db, actor, withComments ? ofLines : [])
  return rows.map((row) =>
    presentExported(
      row,
      { names, files: files.get(row.id) ?? [], internalComments: internal.get(row.id) ?? [] },
      actor,
    ),
  )
}

function presentExported(
  row: Row,
  {
    names,
    files,
    internalComments,
  }: {
    readonly names: BugNames
    readonly files: readonly BugFileRow[]
    readonly internalComments: readonly ExportedComment[]
  },
  actor: Actor,
): ExportedBug {
  const person = personFor(actor)
  return {
    item: presentListItem(row, names, actor),
    externalId: row.external_id,
    reporter: person(row.created_by, row.creator_name, row.creator_email),
    assignee: row.assigned_to === null ? null : person(row.assigned_to, row.assignee_name ?? '', row.assignee_email),
    original: row.original && { id: row.original.id, key: bugKeyOf(row.original.product, row.original.number) },
    // Of a link to a bug that the reader may not see, nothing is said.
    links: (row.links ?? []).flatMap(({ kind, bug }) => (bug ? [{ kind, id: bug._id }] : [])),
    versions: row.versions ?? [],
    closedOn: row.closed_on,
    closedBy: row.closed_by && person(...row.closed_by),
    followers: (row.followers ?? []).filter(([id]) => maySeeEmail(actor, id)).map((one) => person(...one)),
    files: files.map((file) => ({
      id: file.id,
      name: file.name,
      author: person(file.uploaded_by, file.full_name, file.email),
      created: file.created_on.toISOString(),
      mediaType: file.media_type,
      bytes: file.bytes,
      sha256: file.sha256,
    })),
    comments: presentComments(row.comments, actor),
    internalComments,
  }
}

const presentComments = (rows: readonly CommentRow[] | null, actor: Actor): ExportedComment[] =>
  (rows ?? []).map(([id, userId, name, email, created, message]) => ({
    id,
    author: personFor(actor)(userId, name, email),
    created: isoTimestamp(created),
    message,
  }))

const personFor =
  (actor: Actor) =>
  (id: string, name: string, email: string | null): ExportedPerson => ({
    name,
    ...(email !== null && maySeeEmail(actor, id) && { email }),
    account: id,
  })

const internalOfBugs: Prepared = {
  name: 'export-internal-comments',
  text: `select c.bug_id as "bugId", ${commentRows} as comments
    from internal_comments c join users u on u.id = c.user_id where c.bug_id = any($1::text[]) and c.deleted_on is null
    group by c.bug_id`,
}

/** Returns the internal comments of bugs, by their ids; for who may not see them, none are asked for. */
async function internalCommentsOf(
  db: Db,
  actor: Actor,
  bugIds: readonly string[],
): Promise<ReadonlyMap<string, ExportedComment[]>> {
  if (!actor.sees.internalComments || bugIds.length === 0) return new Map()
  const rows = await db.prepared<{ bugId: string; comments: CommentRow[] }>(internalOfBugs, [bugIds])
  return new Map(rows.map(({ bugId, comments }) => [bugId, presentComments(comments, actor)]))
}

/** What a comment has around its text, in bytes; very many short ones are long too. */
const aroundComment = 300

const sizes: Prepared = {
  name: 'export-sizes',
  text: `select b.id, octet_length(b.description) + octet_length(b.steps_to_reproduce) + case
      when not $${isWithComments}::boolean or b.comment_count = 0 then 0
      else (select coalesce(sum(octet_length(c.message) + ${aroundComment}), 0) from comments c where c.bug_id = b.id) end as bytes
    from bugs b where ${seen('b', sight)} and b.id = any($${bugs}::text[])`,
}

/** Texts that are read at once, in bytes, so that long ones don't fill the memory. */
const mostBytes = 2_000_000

/** What is read at once. */
export interface Piece {
  readonly ids: readonly string[]
  /** It is one alone, and more than is read at once. */
  readonly isLong: boolean
}

interface Sized {
  readonly id: string
  readonly bytes: number
}

/** Returns ids in pieces whose bugs have texts of a few megabytes at most, if not one alone has more. */
export async function inPieces(db: Db, actor: Actor, ids: readonly string[], withComments: boolean): Promise<Piece[]> {
  const rows = await db.prepared<Sized>(sizes, [...sightValues(actor), withComments, ids])
  const bytesOf = new Map(rows.map(({ id, bytes }) => [id, bytes]))
  return piecesOf(ids.map((id) => ({ id, bytes: bytesOf.get(id) ?? 0 })))
}

function piecesOf(rows: readonly Sized[]): Piece[] {
  const pieces: { ids: string[]; isLong: boolean }[] = []
  let sum = Infinity
  for (const { id, bytes } of rows) {
    sum += bytes
    if (sum > mostBytes) {
      pieces.push({ ids: [], isLong: bytes > mostBytes })
      sum = bytes
    }
    pieces.at(-1)?.ids.push(id)
  }
  return pieces
}

const commentSizes: Prepared = {
  name: 'export-comment-sizes',
  text: `select c.id, octet_length(c.message) + ${aroundComment} as bytes from comments c where c.bug_id = $1 and c.deleted_on is null
    order by c.created_on, c.id`,
}

const someComments: Prepared = {
  name: 'export-comments',
  text: `select ${commentRows} as comments from comments c join users u on u.id = c.user_id where c.id = any($1::text[])`,
}

/** Returns the comments of a bug that its reader may see, in pieces of a few megabytes. */
export async function* commentsInPieces(db: Db, actor: Actor, bugId: string): AsyncGenerator<ExportedComment[]> {
  for (const { ids } of piecesOf(await db.prepared<Sized>(commentSizes, [bugId]))) {
    const [row] = await db.prepared<{ comments: CommentRow[] | null }>(someComments, [ids])
    yield presentComments(row?.comments ?? null, actor)
  }
}
