import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { useMerge } from './use-merge.ts'

/** Merges a known duplicate into its original. */
export function MergeIntoOriginal({ bug }: { bug: Bug }) {
  const [isAsking, setIsAsking] = useState(false)
  const { merge, stale } = useMerge(bug)
  const original = bug.duplicateOf
  if (!original || bug.isMerged || !bug.abilities.merge) return null
  return (
    <>
      <QuietButton onClick={() => setIsAsking(true)}>Merge…</QuietButton>
      {isAsking && (
        <MergeDialog
          bug={bug}
          into={original}
          onMerge={(close, baseVersion) => {
            setIsAsking(false)
            merge(original, close, baseVersion)
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
      <StaleQuestion stale={stale} />
    </>
  )
}
