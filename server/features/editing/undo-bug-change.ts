import type { EventPayloads } from '#server/events/event.ts'
import {
  mergeChanges,
  payloadOf,
  possibly,
  refuseChangedSince,
  type Undo,
  type Undoers,
  undoRefusal,
} from '#server/features/history/public.ts'
import { judging } from '#server/features/merging/public.ts'
import { plainNames, type PlainValues, textNames } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { changeAssignee } from './assign-bug.ts'
import { type BugTexts, changeTexts, longestTexts } from './change-texts.ts'
import { changeClassification } from './classify-bug.ts'
import { changeStatus } from './close-bug.ts'
import { changeFields } from './set-fields.ts'

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
    const fields = plainNames.filter((name) => changes[name])
    await refuseChangedSince(undo, 'A field of it has changed since.', ['bug-fields-changed'], fields)
    const before = Object.fromEntries(fields.map((name) => [name, changes[name]?.from])) as Partial<PlainValues>
    await changeFields(undo.tx, undo.actor, undo.bug, before, undoing(undo))
  },
  'bug-assigned': async (undo) => {
    await refuseChangedSince(undo, 'The assignee has changed since.', ['bug-assigned'])
    const { from } = payloadOf<'bug-assigned'>(undo)
    await possibly(undo, 'The earlier assignee has no active account any more.', () =>
      changeAssignee(undo.tx, undo.actor, undo.bug, from, undoing(undo)),
    )
  },
  'bug-classified': async (undo) => {
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', judging)
    const { from, duplicateOf: link, merged } = payloadOf<'bug-classified'>(undo)
    const verdict = {
      classification: from as Classification,
      ...(from === 'duplicate' && { duplicateOf: link?.from }),
      ...(merged && { isMerged: merged.from }),
    }
    await possibly(undo, 'The earlier original is a duplicate of this bug by now.', () =>
      changeClassification(undo.tx, undo.actor, undo.bug, verdict, undoing(undo)),
    )
  },
  'bug-duplicate-linked': async (undo) => {
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', judging)
    const { from, merged } = payloadOf<'bug-duplicate-linked'>(undo)
    const verdict = {
      classification: 'duplicate',
      duplicateOf: from,
      ...(merged && { isMerged: merged.from }),
    } as const
    await possibly(undo, 'The earlier original is a duplicate of this bug by now.', () =>
      changeClassification(undo.tx, undo.actor, undo.bug, verdict, undoing(undo)),
    )
  },
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
