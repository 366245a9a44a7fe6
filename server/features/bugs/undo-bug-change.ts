import type { EventPayloads } from '#server/events/event.ts'
import {
  mergeChanges,
  payloadOf,
  refuseChangedSince,
  type Undo,
  type Undoers,
  undoRefusal,
} from '#server/features/history/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { changeAssignee } from './assign-bug.ts'
import type { ChangeOptions } from './change-options.ts'
import { type BugTexts, changeTexts, longestTexts, textFields } from './change-texts.ts'
import { changeClassification } from './classify-bug.ts'
import { changeStatus } from './close-bug.ts'

/**
 * How changes of a bug are taken back. Texts are merged with what came later; anything else is taken back only where no later change of
 * the same stands.
 */
export const bugUndoers: Undoers = {
  'bug-edited': undoTexts,
  'bug-status-changed': async (undo) => {
    await refuseChangedSince(undo, 'The status has changed since.', ['bug-status-changed'])
    const { from } = payloadOf<'bug-status-changed'>(undo)
    await changeStatus(undo.tx, undo.actor, undo.bug, from as BugStatus, undoing(undo))
  },
  'bug-assigned': async (undo) => {
    await refuseChangedSince(undo, 'The assignee has changed since.', ['bug-assigned'])
    const { from } = payloadOf<'bug-assigned'>(undo)
    await possibly(undo, 'The earlier assignee has no active account any more.', (options) =>
      changeAssignee(undo.tx, undo.actor, undo.bug, from, options),
    )
  },
  'bug-classified': async (undo) => {
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', classifying)
    const { from, duplicateOf: link } = payloadOf<'bug-classified'>(undo)
    const verdict = { classification: from as Classification, ...(from === 'duplicate' && { duplicateOf: link?.from }) }
    await possibly(undo, 'The earlier original is a duplicate of this bug by now.', (options) =>
      changeClassification(undo.tx, undo.actor, undo.bug, verdict, options),
    )
  },
  'bug-duplicate-linked': async (undo) => {
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', classifying)
    const { from } = payloadOf<'bug-duplicate-linked'>(undo)
    const verdict = { classification: 'duplicate' as const, duplicateOf: from }
    await possibly(undo, 'The earlier original is a duplicate of this bug by now.', (options) =>
      changeClassification(undo.tx, undo.actor, undo.bug, verdict, options),
    )
  },
}

const classifying = ['bug-classified', 'bug-duplicate-linked'] as const

/** Puts an earlier value back; that it can't be one any more is no mistake of the caller's. */
async function possibly(undo: Undo, message: string, change: (options: ChangeOptions) => Promise<void>): Promise<void> {
  try {
    await change(undoing(undo))
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-input')
      throw await undoRefusal(undo, message, { types: [] })
    throw error
  }
}

async function undoTexts(undo: Undo): Promise<void> {
  const { tx, actor, bug } = undo
  const changes = payloadOf<'bug-edited'>(undo)
  const fields = textFields.filter((field) => changes[field])
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
