import type { EventPayloads, FieldChanges, LabelsAtTime, PartAtTime } from '#server/events/event.ts'
import { changesBack } from '#server/features/custom-fields/public.ts'
import {
  customChangesIn,
  mergeChanges,
  payloadOf,
  possibly,
  refuseChangedSince,
  type Undo,
  type Undoers,
  undoRefusal,
} from '#server/features/history/public.ts'
import { triageEvents } from '#server/features/merging/public.ts'
import { givenPlaceholders } from '#server/features/users/public.ts'
import { heirsOf } from '#server/features/labels/public.ts'
import { type LabelsName, labelsNames, settableNames, type SomePlainValues, textNames } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { changeAssignee } from './assign-bug.ts'
import { type BugTexts, changeTexts, longestTexts } from './change-texts.ts'
import { isNoChange, labelsToChange } from './change-labels.ts'
import { changeClassification } from './classify-bug.ts'
import { changeStatus } from './close-bug.ts'
import { changeProduct } from './move-bug.ts'
import { changeFields, type SomeLabels } from './set-fields.ts'

/**
 * How changes of a bug are taken back. Texts are merged with what came later; anything else is taken back only where no later change of
 * the same stands.
 */
export const bugUndoers: Undoers = {
  'bug-edited': undoTexts,
  'bug-status-changed': async (undo) => {
    await refuseChangedSince(undo, 'The status has changed since.', ['bug-status-changed', 'bug-merged'], ['status'])
    const { from } = payloadOf<'bug-status-changed'>(undo)
    await changeStatus(undo.tx, undo.actor, undo.bug, from as BugStatus, undoing(undo))
  },
  'bug-fields-changed': async (undo) => {
    const changes = payloadOf<'bug-fields-changed'>(undo)
    const fields = settableNames.filter((name) => changes[name])
    const custom = customChangesIn(changes)
    const names = [...fields, ...(Object.keys(custom) as (keyof FieldChanges)[])]
    if (names.length > 0) await refuseChangedSince(undo, 'A field of it has changed since.', fieldEvents, names)
    const customBack = await changesBack(undo.tx, undo.bug, custom)
    const plain = Object.fromEntries(fields.map((name) => [name, before(changes[name]?.from)])) as SomePlainValues
    const labels: SomeLabels = {}
    for (const name of labelsNames) if (changes[name]) labels[name] = await labelsBack(undo, name, changes[name])
    if (fields.length + Object.keys(customBack).length === 0 && Object.values(labels).every(isNoChange))
      throw await undoRefusal(undo, 'All is as it was before it already.', { types: [] })
    await possibly(undo, 'The earlier component or version is not one of its product any more.', async () => {
      await changeFields(undo.tx, undo.actor, undo.bug, { plain, labels, custom: customBack }, undoing(undo))
    })
  },
  'bug-moved': async (undo) => {
    await refuseChangedSince(undo, 'The bug has been moved since.', ['bug-moved'])
    const { from, ...moved } = payloadOf<'bug-moved'>(undo)
    await possibly(undo, 'The earlier product takes no bugs any more.', async () => {
      const options = { ...undoing(undo), parts: moved }
      await changeProduct(undo.tx, undo.actor, undo.bug, from.productId, options, customChangesIn(moved))
    })
  },
  'bug-assigned': async (undo) => {
    await refuseChangedSince(undo, 'The assignee has changed since.', ['bug-assigned'])
    const { from: id } = payloadOf<'bug-assigned'>(undo)
    // A person of an import may have been found to be an account since.
    const from = id === null ? null : ((await givenPlaceholders(undo.tx)).get(id) ?? id)
    await possibly(undo, 'The earlier assignee has no active account any more.', async () => {
      await changeAssignee(undo.tx, undo.actor, undo.bug, from, undoing(undo))
    })
  },
  'bug-classified': async (undo) => {
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', triageEvents)
    const { from, duplicateOf: link, merged } = payloadOf<'bug-classified'>(undo)
    const earlier = {
      classification: from as Classification,
      ...(from === 'duplicate' && { duplicateOf: link?.from }),
      ...(merged && { isMerged: merged.from }),
    }
    await possibly(undo, 'The earlier original can’t be its original any more.', async () => {
      await changeClassification(undo.tx, undo.actor, undo.bug, earlier, undoing(undo))
    })
  },
  'bug-duplicate-linked': async (undo) => {
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', triageEvents)
    const { from, merged } = payloadOf<'bug-duplicate-linked'>(undo)
    const earlier = {
      classification: 'duplicate',
      duplicateOf: from,
      ...(merged && { isMerged: merged.from }),
    } as const
    await possibly(undo, 'The earlier original can’t be its original any more.', async () => {
      await changeClassification(undo.tx, undo.actor, undo.bug, earlier, undoing(undo))
    })
  },
}

/** What changes fields without a route of their own; comments that of waiting for the reporter. */
export const fieldEvents = [
  'bug-fields-changed',
  'bug-moved',
  'comment-added',
  'comment-deleted',
  'comment-restored',
] as const

/** The value of a field before a change; of a part its id. */
const before = (from: unknown) => (typeof from === 'object' && from !== null ? (from as PartAtTime).id : from)

/** What takes a change of labels back. A label that was merged since stands for the other one; one that was deleted is gone. */
async function labelsBack(
  { tx, bug }: Undo,
  name: LabelsName,
  { added, removed }: LabelsAtTime,
): Promise<LabelsAtTime> {
  const idsOf = async (labels: LabelsAtTime['added']) =>
    heirsOf(
      tx,
      labels.map(({ id }) => id),
    )
  return labelsToChange(tx, bug, name, { add: await idsOf(removed), remove: await idsOf(added) })
}

async function undoTexts(undo: Undo): Promise<void> {
  const { tx, actor, bug } = undo
  const changes = payloadOf<'bug-edited'>(undo)
  const fields = textNames.filter((field) => changes[field])
  const texts = { base: sides(bug, changes, 'to'), theirs: bug, yours: sides(bug, changes, 'from') }
  const { merged, clashes } = mergeChanges(fields, texts, longestTexts)
  if (clashes.length > 0) {
    throw await undoRefusal(undo, 'The same lines have changed since.', { types: ['bug-edited'], clashes })
  }
  if (fields.every((field) => merged[field] === bug[field])) {
    throw await undoRefusal(undo, 'The texts are as they were before it already.', { types: ['bug-edited'] })
  }
  const { title, description, stepsToReproduce } = { ...bug, ...merged }
  await changeTexts(tx, actor, bug, { title, description, stepsToReproduce }, undoing(undo))
}

/** The texts of an edit before or after it; those that it left alone as they are. */
function sides(bug: BugTexts, changes: EventPayloads['bug-edited'], side: 'from' | 'to'): BugTexts {
  return {
    title: changes.title?.[side] ?? bug.title,
    description: changes.description?.[side] ?? bug.description,
    stepsToReproduce: changes.stepsToReproduce?.[side] ?? bug.stepsToReproduce,
  }
}

const undoing = ({ event }: Undo) => ({ undoes: event.id })
