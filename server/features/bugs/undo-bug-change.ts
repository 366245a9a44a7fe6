import type { EventPayloads } from '#server/events/event.ts'
import { mergeChanges, payloadOf, type Undo, type Undoers, undoRefusal } from '#server/features/history/public.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { changeAssignee } from './assign-bug.ts'
import { type BugTexts, changeTexts, longestTexts, textFields } from './change-texts.ts'
import { changeClassification } from './classify-bug.ts'
import { changeStatus } from './close-bug.ts'

/** How changes of a bug are taken back. Texts are merged with what came later; everything else must be as it was left. */
export const bugUndoers: Undoers = {
  'bug-edited': undoTexts,
  'bug-status-changed': async (undo) => {
    const { from, to } = payloadOf<'bug-status-changed'>(undo)
    const types = ['bug-status-changed'] as const
    if (undo.bug.status !== to) throw await undoRefusal(undo, 'The status has changed since.', { types })
    await changeStatus(undo.tx, undo.actor, undo.bug, from as BugStatus, undoing(undo))
  },
  'bug-assigned': async (undo) => {
    const { from, to } = payloadOf<'bug-assigned'>(undo)
    const types = ['bug-assigned'] as const
    if (undo.bug.assignedTo !== to) throw await undoRefusal(undo, 'The assignee has changed since.', { types })
    await changeAssignee(undo.tx, undo.actor, undo.bug, from, undoing(undo))
  },
  'bug-classified': async (undo) => {
    const { from, to, duplicateOf: link } = payloadOf<'bug-classified'>(undo)
    const isAsLeft = undo.bug.classification === to && (!link || undo.bug.duplicateOf === link.to)
    if (!isAsLeft) throw await undoRefusal(undo, 'The classification has changed since.', { types: classifying })
    const verdict = { classification: from as Classification, ...(from === 'duplicate' && { duplicateOf: link?.from }) }
    await changeClassification(undo.tx, undo.actor, undo.bug, verdict, undoing(undo))
  },
  'bug-duplicate-linked': async (undo) => {
    const { from, to } = payloadOf<'bug-duplicate-linked'>(undo)
    const isAsLeft = undo.bug.classification === 'duplicate' && undo.bug.duplicateOf === to
    if (!isAsLeft) throw await undoRefusal(undo, 'The link to the original has changed since.', { types: classifying })
    const verdict = { classification: 'duplicate' as const, duplicateOf: from }
    await changeClassification(undo.tx, undo.actor, undo.bug, verdict, undoing(undo))
  },
}

const classifying = ['bug-classified', 'bug-duplicate-linked'] as const

async function undoTexts(undo: Undo): Promise<void> {
  const { tx, actor, bug } = undo
  const changes = payloadOf<'bug-edited'>(undo)
  const fields = textFields.filter((field) => changes[field])
  const texts = { base: sides(bug, changes, 'to'), theirs: bug, yours: sides(bug, changes, 'from') }
  const { merged, clashes } = mergeChanges(fields, texts, longestTexts)
  if (clashes.length > 0) {
    throw await undoRefusal(undo, 'The same lines have changed since.', { types: ['bug-edited'], clashes })
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
