import type { Db } from '#server/db/database.ts'
import { createHash } from 'node:crypto'
import { bugEventTypes, firstProductId, keyText } from '#server/features/bugs/public.ts'
import { affectedCount } from '#server/features/following/public.ts'
import { type EndedLabel, endedLabels, labelIdsOfBug } from '#server/features/labels/public.ts'
import { linkTextsOfBug } from '#server/features/links/public.ts'
import { givenPlaceholders } from '#server/features/users/public.ts'
import { bugFields, settableNames } from '#shared/bugs/fields.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
import { type KeptEvent, rebuildBug } from './rebuild-bug.ts'

/** A bug whose tables don't say what its events say. */
export interface Deviation {
  readonly bugId: string
  /** What differs, by field. */
  readonly what: readonly string[]
}

export interface Verification {
  /** Bugs that were looked at. */
  readonly bugs: number
  readonly deviations: readonly Deviation[]
}

/** Bugs that are rebuilt together. */
const batchSize = 50
/** Deviations that are told of at most. */
const mostDeviations = 100

/**
 * Rebuilds every bug from its events alone and compares it with the tables. Bugs that change meanwhile may be named
 * wrongly: give it a transaction of the isolation level `repeatable read`, or a database at rest.
 * @param onProgress told after each batch how many bugs were looked at
 */
export async function verifyHistory(db: Db, onProgress: (bugs: number) => void = () => {}): Promise<Verification> {
  const deviations: Deviation[] = []
  let bugs = 0
  const ended = await endedLabels(db)
  const given = await givenPlaceholders(db)
  for (let last = ''; ;) {
    const stored = await db.prepared<StoredBug>(storedBugs, [last, batchSize])
    const events = await eventsOf(
      db,
      stored.map(({ id }) => id),
    )
    for (const bug of stored) {
      const what = differences(bug, events.get(bug.id) ?? [], { ended, given })
      if (what.length > 0 && deviations.length < mostDeviations) deviations.push({ bugId: bug.id, what })
    }
    bugs += stored.length
    onProgress(bugs)
    last = stored.at(-1)?.id ?? ''
    if (stored.length < batchSize) return { bugs, deviations }
  }
}

interface StoredBug {
  readonly id: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly comments: readonly Readonly<Record<string, unknown>>[]
  readonly joins: readonly Readonly<Record<string, unknown>>[]
  /** How many people it affects, by the joins and merges in the tables. */
  readonly affected: number
}

/** Comments of one kind of the bug `b`. */
const saidBy = (table: string, isInternal: boolean) =>
  `select id, user_id, created_on, message, version, edited_on, deleted_on, ${isInternal} as is_internal
        from ${table} where bug_id = b.id`

const storedBugs = {
  name: 'verify-bugs',
  text: `select b.id, jsonb_build_object(
      'title', b.title, 'description', b.description, 'stepsToReproduce', b.steps_to_reproduce,
      'createdOn', b.created_on, 'createdBy', b.created_by,
      'updatedOn', (select u.updated_on from bug_updates u where u.id = b.id), 'status', b.status, 'isClosed', b.is_closed,
      'classification', b.classification, 'duplicateOf', b.duplicate_of, 'isMerged', b.is_merged, 'assignedTo', b.assigned_to,
      'assignedOn', b.assigned_on, 'importedProduct', b.product, 'importedComponent', b.component, 'externalId', b.external_id,
      'commentCount', b.comment_count, 'affectedCount', b.affected_count,
      'productId', product.id, 'key', ${keyText('product', 'b')},
      'readers', (select coalesce(jsonb_agg(r.user_id order by r.user_id), '[]') from bug_readers r where r.bug_id = b.id),
      ${settableNames.map((name) => `'${name}', b.${bugFields[name].column}`).join(', ')},
      'fields', (select coalesce(jsonb_agg(jsonb_build_array(f.key, f.value) order by f.key collate "C"), '[]')
        from jsonb_each(b.fields) f),
      'labels', ${labelIdsOfBug}, 'links', ${linkTextsOfBug}) as facts,
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'userId', c.user_id, 'createdOn', c.created_on,
        'message', md5(c.message), 'version', c.version, 'editedOn', c.edited_on, 'deletedOn', c.deleted_on,
        'isInternal', c.is_internal) order by c.id), '[]')
      from (${saidBy('comments', false)} union all ${saidBy('internal_comments', true)}) c) as comments,
    (select coalesce(jsonb_agg(jsonb_build_object('userId', j.user_id, 'isJoined', j.is_joined, 'since', j.since)
        order by j.user_id), '[]')
      from bug_joins j where j.bug_id = b.id) as joins,
    ${affectedCount('b.id')} as affected
    from bugs b join products product on product.number = b.product_number where b.id > $1 order by b.id limit $2`,
}

async function eventsOf(db: Db, bugIds: readonly string[]): Promise<Map<string, KeptEvent[]>> {
  const rows = await db.prepared<KeptEvent & { subject_id: string }>(
    {
      name: 'verify-events',
      text: `select id, subject_id, type, at, actor_id as "actorId", payload from events
        where subject_id = any($1::text[]) and type = any($2::text[]) order by subject_id, id`,
    },
    [bugIds, bugEventTypes],
  )
  const events = new Map<string, KeptEvent[]>()
  for (const row of rows) {
    const known = events.get(row.subject_id)
    if (known) known.push(row)
    else events.set(row.subject_id, [row])
  }
  return events
}

/** What changes bugs without events of theirs. */
interface OutsideBugs {
  readonly ended: readonly EndedLabel[]
  readonly given: ReadonlyMap<string, string>
}

function differences(stored: StoredBug, events: readonly KeptEvent[], outside: OutsideBugs): string[] {
  const rebuilt = rebuiltFacts(stored, events, outside)
  if (rebuilt instanceof Error) return [rebuilt.message]
  const fields = Object.keys(stored.facts).filter((field) => !isSame(stored.facts[field], rebuilt.facts[field]))
  const said = new Map(rebuilt.comments.map((comment) => [comment.id, comment]))
  const comments = stored.comments.filter((comment) => {
    const other = said.get(String(comment['id'])) as Record<string, unknown> | undefined
    return !other || Object.keys(comment).some((field) => !isSame(comment[field], other[field]))
  })
  const joins = stored.joins.filter(({ userId, isJoined, since }) => {
    const join = rebuilt.joins.get(String(userId))
    return !join || !isSame(isJoined, join.isJoined) || !isSame(since, join.since)
  })
  const unknown = rebuilt.comments.length - stored.comments.length
  return [
    ...fields,
    ...comments.map(({ id }) => `comment ${String(id)}`),
    ...joins.map(({ userId }) => `join of ${String(userId)}`),
    ...(rebuilt.joins.size === stored.joins.length ? [] : ['joins']),
    ...(unknown === 0 ? [] : [`${unknown} comments`]),
  ]
}

/** Whom a bug affects depends on other bugs, each of which is compared by itself: that total comes from the tables. */
function rebuiltFacts(
  { affected, facts: stored }: StoredBug,
  events: readonly KeptEvent[],
  { ended, given }: OutsideBugs,
) {
  try {
    const { comments, joins, labels, links, place, fields, ...facts } = rebuildBug(events, ended, given)
    // What number it was given when products came, no event tells.
    const { productId, key } = place ?? { productId: firstProductId, key: stored['key'] }
    const totals = {
      commentCount: [...comments.values()].filter(({ isInternal }) => !isInternal).length,
      affectedCount: affected,
    }
    return {
      facts: {
        ...facts,
        ...totals,
        productId,
        key,
        fields: Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        labels: [...labels].toSorted(),
        links: [...links].toSorted(),
        isClosed: isClosedStatus(facts.status),
      } as Record<string, unknown>,
      joins,
      comments: [...comments.values()].map((comment) => ({ ...comment, message: md5(comment.message) })),
    }
  } catch (error) {
    return error as Error
  }
}

/** Long texts are compared by this: those of thousands of comments are more than one JSON value may hold. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Timestamps are equal to the millisecond, in which events keep them; JSON has them as text. */
function isSame(stored: unknown, rebuilt: unknown): boolean {
  if (Array.isArray(rebuilt)) return JSON.stringify(stored) === JSON.stringify(rebuilt)
  if (!(rebuilt instanceof Date)) return stored === rebuilt
  return typeof stored === 'string' && new Date(stored).getTime() === rebuilt.getTime()
}
