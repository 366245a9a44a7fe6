import { explainError } from '#web/lib/explain-error.ts'
import type { Conflict } from '#shared/history/conflict.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import { undoWords } from './undo-words.ts'
import { useUndo } from './use-undo.ts'

/** Asks before a change is taken back, and says what stands against it. */
export function UndoDialog({ bugId, entry, onClose }: { bugId: string; entry: TimelineEntry; onClose: () => void }) {
  const { undo, isPending, failure, conflict } = useUndo(bugId, entry, onClose)
  return (
    <ConfirmDialog
      title="Undo this change?"
      confirm="Undo"
      isPending={isPending}
      notice={
        conflict ? (
          <StandsAgainst conflict={conflict} explanation={explainError(failure).explanation} />
        ) : (
          failure && <FailureNotice title="The change was not undone" {...explainError(failure)} />
        )
      }
      onConfirm={undo}
      onCancel={onClose}
    >
      <p>
        <EntrySentence entry={entry} /> <TimeAgo value={entry.at} />.
      </p>
      <p>{undoWords(entry)}</p>
    </ConfirmDialog>
  )
}

function StandsAgainst({ conflict, explanation }: { conflict: Conflict; explanation: string }) {
  return (
    <Notice tone="error" title="The change was not undone">
      <p>{explanation}</p>
      {conflict.since.length > 0 && (
        <>
          <p>Since then:</p>
          <ul className="undo-since">
            {conflict.since.map((entry) => (
              <li key={entry._id}>
                <EntrySentence entry={entry} /> · <TimeAgo value={entry.at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
