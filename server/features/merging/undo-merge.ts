import {
  isChangedSince,
  payloadOf,
  possibly,
  refuseChangedSince,
  type Undoers,
} from '#server/features/history/public.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { changeTriage, triageEvents } from './change-triage.ts'
import { refuseOriginal } from './original-chain.ts'

/** How a merge is taken back: everything as before, but a status that was set later stays. */
export const mergeUndoers: Undoers = {
  'bug-merged': async (undo) => {
    const { tx, actor, bug, event } = undo
    await refuseChangedSince(undo, 'The classification or the link to the original has changed since.', triageEvents)
    const { merged, duplicateOf, classification, status } = payloadOf<'bug-merged'>(undo)
    const isStatusLater = await isChangedSince(undo, ['bug-status-changed'])
    const before = {
      classification: (classification?.from ?? bug.classification) as Classification,
      duplicateOf: duplicateOf.from,
      isMerged: merged.from,
      status: (status && !isStatusLater ? status.from : bug.status) as BugStatus,
    }
    await possibly(undo, 'The earlier original can’t be its original any more.', async () => {
      if (before.duplicateOf !== null) await refuseOriginal(tx, actor, bug, before.duplicateOf, 'duplicateOf')
      await changeTriage(tx, actor, bug, before, { undoes: event.id, isMerge: true })
    })
  },
}
