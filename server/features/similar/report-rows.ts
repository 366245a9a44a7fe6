import type { Db, Prepared } from '#server/db/database.ts'
import type { IndexedReport } from './engine/similar-index.ts'

interface ReportRow {
  id: string
  title: string
  description: string
  product: string | null
  component: string | null
  product_number: number
  is_private: boolean
  created_on: Date
  root: string
}

/** Characters of a text that the engine uses; reading no more saves time and memory. */
const readOfText = 20_000

/**
 * Finds the last original of each bug of `wanted`, which is the same for all bugs of a duplicate group. Links form no
 * circle; if one existed, its oldest bug would be used. Each step looks a bug up by its id: with a wrong guess of the
 * number of steps PostgreSQL would read all links (`offset 0` prevents that).
 */
const roots = `chain (id, at) as (
    select id, id from wanted
    union
    select chain.id, link.at from chain
      cross join lateral (select b.duplicate_of as at from bugs b where b.id = chain.at offset 0) link
      where link.at is not null
  ), roots (id, root) as (
    select chain.id, coalesce(min(chain.at) filter (where link.is_end), min(chain.at)) from chain
      cross join lateral (select b.duplicate_of is null as is_end from bugs b where b.id = chain.at offset 0) link
      group by chain.id
  )`

const columns = `b.id, b.title, left(b.description, ${readOfText}) || E'\\n' || left(b.steps_to_reproduce, ${readOfText}) as description,
  b.product, coalesce((select c.name from components c where c.id = b.component_id), b.component) as component, b.product_number, b.is_private, b.created_on, roots.root`

const after: Prepared = {
  name: 'similar-reports-after',
  text: `with recursive wanted (id) as (select id from bugs where id > $1 order by id limit $2), ${roots}
    select ${columns} from roots join bugs b on b.id = roots.id order by b.id`,
}

const named: Prepared = {
  name: 'similar-reports-named',
  text: `with recursive wanted (id) as (select id from bugs where id = any($1::text[])), ${roots}
    select ${columns} from roots join bugs b on b.id = roots.id`,
}

const repeating: Prepared = {
  name: 'similar-reports-repeating',
  text: `with recursive wanted (id) as (select id from bugs where id = any($1::text[])), ${roots},
    levels (root, ids) as (
      select root, array_agg(id::text collate "C") from roots group by root
      union all
      select l.root, below.ids from levels l cross join lateral (
        select array_agg(b.id::text collate "C") as ids from bugs b
          where b.duplicate_of = any(l.ids) and not b.id = any($1::text[])
      ) below where below.ids is not null
    )
    select unnest(ids) as id, root from levels
    except select id, root from roots`,
}

/*
 * Sees every bug: the index holds all of them, and answers each person with what they may see. What it answers is read
 * again with their sight before it is shown.
 */

/** Returns at most `limit` reports with ids after `id`, in their order. */
export async function reportsAfter(db: Db, id: string, limit: number): Promise<IndexedReport[]> {
  return (await db.prepared<ReportRow>(after, [id, limit])).map(reportOf)
}

/** Returns those of the reports that exist. */
export async function reportsNamed(db: Db, ids: readonly string[]): Promise<IndexedReport[]> {
  return (await db.prepared<ReportRow>(named, [ids])).map(reportOf)
}

/** Returns the other bugs that are duplicates of one of these, also indirectly, with their group. */
export async function groupsBelow(db: Db, ids: readonly string[]): Promise<{ id: string; group: string }[]> {
  const rows = await db.prepared<{ id: string; root: string }>(repeating, [ids])
  return rows.map(({ id, root }) => ({ id, group: root }))
}

/** Returns an original and all its duplicates, also indirect ones. */
export async function groupOf(db: Db, root: string): Promise<string[]> {
  return [root, ...(await groupsBelow(db, [root])).map(({ id }) => id)]
}

/** Returns the text by which a report's description and steps are compared. */
export function comparedText(description: string | undefined, stepsToReproduce: string | undefined): string {
  return `${description?.slice(0, readOfText) ?? ''}\n${stepsToReproduce?.slice(0, readOfText) ?? ''}`
}

function reportOf(row: ReportRow): IndexedReport {
  const { id, title, description, product, component, created_on, root } = row
  const seen = { productNumber: row.product_number, isPrivate: row.is_private }
  return { id, title, description, product, component, ...seen, createdOn: created_on.getTime(), group: root }
}
