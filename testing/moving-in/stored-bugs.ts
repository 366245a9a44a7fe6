import type { Pool } from 'pg'

/** An imported bug as the database has it. */
export interface StoredBug {
  readonly id: string
  readonly externalId: string
  readonly title: string
  readonly description: string
  readonly createdOn: Date
  readonly reporter: string
  readonly assignee: string | null
  readonly status: string
  readonly priority: string
  readonly product: string | null
  readonly component: string | null
  readonly original: string | null
  readonly files: number
  readonly labels: readonly string[]
  /** What it is to other bugs, as `kind id`. */
  readonly links: readonly string[]
  /** The number in its key. */
  readonly number: number
  /** Words of the old tracker. */
  readonly kept: Readonly<Record<string, string | readonly string[]>>
  readonly comments: readonly { readonly author: string; readonly createdOn: Date; readonly message: string }[]
}

/** Returns all imported bugs by their old ids. */
export async function storedBugs(pool: Pool): Promise<ReadonlyMap<string, StoredBug>> {
  const comments = await pool.query<{ bug: string; author: string; createdOn: Date; message: string }>(`
    select c.bug_id as bug, u.full_name as author, c.created_on as "createdOn", c.message
    from comments c join users u on u.id = c.user_id order by c.created_on`)
  const byBug = Map.groupBy(comments.rows, ({ bug }) => bug)
  const bugs = await pool.query<Omit<StoredBug, 'comments'>>(`
    select b.id, b.external_id as "externalId", b.title, b.description, b.created_on as "createdOn",
      r.full_name as reporter, a.full_name as assignee, b.status, b.priority, b.product,
      (select c.name from components c where c.id = b.component_id) as component,
      o.external_id as original, (select count(*)::integer from attachments f where f.bug_id = b.id) as files,
      b.number, (select coalesce(array_agg(l.name order by l.name), '{}') from bug_labels bl
        join labels l on l.id = bl.label_id where bl.bug_id = b.id) as labels,
      (select coalesce(array_agg(link order by link), '{}') from (
        select k.kind || ' ' || t.external_id as link from bug_links k join bugs t on t.id = k.other_id where k.bug_id = b.id
        union select 'other side of ' || k.kind || ' ' || f.external_id from bug_links k join bugs f on f.id = k.bug_id
          where k.other_id = b.id
      ) all_links) as links,
      coalesce((select e.payload -> 'imported' from events e where e.subject_id = b.id and e.type = 'bug-reported'), '{}') as kept
    from bugs b join users r on r.id = b.created_by
      left join users a on a.id = b.assigned_to left join bugs o on o.id = b.duplicate_of
    where b.external_id is not null`)
  return new Map(bugs.rows.map((bug) => [bug.externalId, { ...bug, comments: byBug.get(bug.id) ?? [] }]))
}
