import type { Actor } from '#server/access/actor.ts'
import { seen, sightLength, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { maxLabelName } from '#shared/labels/label.ts'

/**
 * The words that imports kept in the history alone, with the bugs `b` that the caller may see and that have no label of this
 * name. The condition on the event is that of its index.
 */
const kept = `from events e join bugs b on b.id = e.subject_id
  cross join lateral (
    select distinct btrim(left(word, ${maxLabelName})) as name
    from jsonb_array_elements_text(e.payload #> '{imported,labels}') as word
  ) w
  where e.type = 'bug-reported' and jsonb_typeof(e.payload #> '{imported,labels}') = 'array' and not e.payload ? 'labels'
    and w.name <> '' and ${seen('b', 1)}
    and not exists (select from bug_labels bl join labels l on l.id = bl.label_id
      where bl.bug_id = b.id and lower(l.name) = lower(w.name))`

const words: Prepared = {
  name: 'imported-labels',
  text: `select min(w.name) as name, count(distinct b.id)::integer as bugs ${kept}
    group by lower(w.name) order by 2 desc, 1 limit 200`,
}

const bugs: Prepared = {
  name: 'bugs-of-imported-label',
  text: `select b.id ${kept} and lower(w.name) = lower($${sightLength + 1}) group by b.id order by b.id`,
}

/** Returns the words of labels that imported bugs brought along and that are no labels of theirs, those with the most bugs first. */
export function importedLabels(db: Db, actor: Actor): Promise<{ name: string; bugs: number }[]> {
  return db.prepared(words, sightValues(actor))
}

/** Returns the bugs that brought a word along, in whatever case, and have no label of this name, the oldest first. */
export async function bugsOfImportedLabel(db: Db, actor: Actor, name: string): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(bugs, [...sightValues(actor), name])
  return rows.map(({ id }) => id)
}
