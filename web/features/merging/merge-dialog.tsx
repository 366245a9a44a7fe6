import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { whatMoves } from './merge-words.ts'
import type { MergeTarget } from './use-merge.ts'
import './merge-dialog.css'

/**
 * Asks before a bug is merged into another, and says what that does. What others change while it asks is no part of what
 * it said, so the merge begins from the version of the moment in which it opened.
 */
export function MergeDialog({
  bug,
  into,
  onMerge,
  onCancel,
}: {
  bug: Bug
  into: MergeTarget
  onMerge: (close: boolean, baseVersion: number) => void
  onCancel: () => void
}) {
  const mayClose = bug.abilities.close && !bug.isClosed
  const [close, setClose] = useState(mayClose)
  const [baseVersion] = useState(bug.version)
  return (
    <ConfirmDialog
      title="Merge this bug?"
      confirm="Merge"
      onConfirm={() => onMerge(mayClose && close, baseVersion)}
      onCancel={onCancel}
    >
      <p>
        It becomes a duplicate of{' '}
        <strong className="merge-target">
          <bdi>{into.title}</bdi>
        </strong>{' '}
        <span className="mono">{into.key}</span>:
      </p>
      <ul className="merge-moves">
        {whatMoves(bug).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>Everything stays here as well, and can be undone.</p>
      {mayClose && (
        <label className="merge-close">
          <input type="checkbox" checked={close} onChange={(event) => setClose(event.currentTarget.checked)} />
          Close this bug too
        </label>
      )}
    </ConfirmDialog>
  )
}
