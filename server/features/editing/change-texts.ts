import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { type LockedBug, updateBug } from '#server/features/bugs/public.ts'
import { changesSince, conflictError, isStale, mergeChanges } from '#server/features/history/public.ts'
import { reindexBug } from '#server/features/search/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { bugFields, eachField, textNames } from '#shared/bugs/fields.ts'
import { sql } from 'kysely'
import type { ChangeOptions } from './change-options.ts'

export type BugTexts = Readonly<Record<(typeof textNames)[number], string>>

export const longestTexts = eachField(textNames, (name) => bugFields[name].maxLength)

/**
 * Changes the texts of a bug that the caller has locked. With the version that the change began from, what others
 * changed since stays: both are merged.
 * @throws AppError conflict when both changed the same lines; nothing is stored then
 */
export async function changeTexts(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  texts: BugTexts,
  { baseVersion, undoes }: ChangeOptions,
): Promise<void> {
  const next = isStale(bug, baseVersion) ? await merged(tx, actor, bug, texts, baseVersion) : texts
  const changed = textNames.filter((field) => next[field] !== bug[field])
  if (changed.length === 0) return
  const { title, description, stepsToReproduce } = next
  const version = await updateBug(tx, bug, { title, description, steps_to_reproduce: stepsToReproduce })
  await reindexBug(tx, { ...bug, title, description, stepsToReproduce })
  const before = [bug.description, bug.stepsToReproduce]
  await recordMentions(tx, actor, { bugId: bug.id }, [description, stepsToReproduce], before)
  await recordEvent(tx, {
    type: 'bug-edited',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: Object.fromEntries(changed.map((field) => [field, { from: bug[field], to: next[field] }])),
    version,
    undoes,
  })
}

async function merged(tx: Tx, actor: Actor, bug: LockedBug, yours: BugTexts, baseVersion: number): Promise<BugTexts> {
  const base = await textsAt(tx, bug, baseVersion)
  const { merged: joined, clashes } = mergeChanges(textNames, { base, theirs: bug, yours }, longestTexts)
  if (clashes.length === 0) return joined
  throw conflictError('The same lines have changed since that version; nothing was stored.', {
    version: bug.version,
    since: await changesSince(tx, actor, bug, { types: ['bug-edited'], version: baseVersion }),
    clashes,
    merged: joined,
  })
}

/** The texts of a bug as of one of its versions: each as the first change after that found it. */
async function textsAt(tx: Tx, bug: LockedBug, version: number): Promise<BugTexts> {
  const { rows } = await sql<{ field: keyof BugTexts; text: string | null }>`
    select field, (
      select e.payload -> field ->> 'from' from events e
      where e.subject_id = ${bug.id} and e.type = 'bug-edited' and e.version > ${version} and e.payload ? field
      order by e.id limit 1) as text
    from unnest(${[...textNames]}::text[]) as field`.execute(tx)
  const { title, description, stepsToReproduce } = bug
  const changed = rows.flatMap(({ field, text }) => (text === null ? [] : [[field, text] as const]))
  return { title, description, stepsToReproduce, ...Object.fromEntries(changed) }
}
