import type { Actor } from '#server/access/actor.ts'
import { seen, sightLength, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { maxPartName } from '#shared/parts/part.ts'

/** The words that earlier imports kept with bugs `b` of a product which the caller may see, and that have no component. */
const kept = `from bugs b join products p on p.number = b.product_number
  cross join lateral (select btrim(left(b.component, ${maxPartName})) as name) w
  where $${sightLength + 2} and p.id = $${sightLength + 1} and b.component is not null and b.component_id is null and w.name <> '' and ${seen('b', 1)}`

/** Whether somebody may see bugs at all. */
const mayFind = ({ permissions }: Actor) => permissions.has('canViewData')

const words: Prepared = {
  name: 'imported-components',
  text: `select min(w.name) as name, count(*)::integer as bugs ${kept}
    group by lower(w.name) order by 2 desc, 1 limit 200`,
}

const bugs: Prepared = {
  name: 'bugs-of-imported-component',
  text: `select b.id ${kept} and lower(w.name) = lower($${sightLength + 3}) order by b.id`,
}

/** Returns the components that imported bugs of a product brought along as words, those with the most bugs first. */
export function importedComponents(db: Db, actor: Actor, productId: string): Promise<{ name: string; bugs: number }[]> {
  return db.prepared(words, [...sightValues(actor), productId, mayFind(actor)])
}

/** Returns the bugs of a product that brought a word along, in whatever case, and have no component, the oldest first. */
export async function bugsOfImportedComponent(
  db: Db,
  actor: Actor,
  { productId, name }: { readonly productId: string; readonly name: string },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(bugs, [...sightValues(actor), productId, mayFind(actor), name])
  return rows.map(({ id }) => id)
}
