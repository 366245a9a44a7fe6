import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { bugQuery } from '#web/features/bugs/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CompareSide } from './compare-side.tsx'
import './compare-dialog.css'

/** Shows two reports side by side, with their common words marked, and the possible actions. */
export function CompareDialog({
  bug,
  candidates,
  candidate,
  onCandidate,
  onChoose,
  onMerge,
  onClose,
}: {
  bug: Bug
  candidates: readonly SimilarBug[]
  /** The bug to compare with. */
  candidate: SimilarBug
  onCandidate: (candidate: SimilarBug) => void
  onChoose: () => void
  /** Undefined for people who may not merge. */
  onMerge: (() => void) | undefined
  onClose: () => void
}) {
  const { data: other, error, isFetching, refetch } = useQuery(bugQuery(candidate._id))
  const [side, setSide] = useState<'this' | 'other'>('other')
  const place = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const index = candidates.findIndex(({ _id }) => _id === candidate._id)

  const walk = (step: 1 | -1) => {
    const next = candidates[index + step]
    if (!next) return
    onCandidate(next)
    words.current?.scrollTo(0, 0)
  }
  const shared = { group: 'List', within: place, inPalette: false } as const
  useActions([
    { ...shared, id: 'compare.next', label: 'Compare with the next', keys: 'j', run: () => walk(1) },
    { ...shared, id: 'compare.previous', label: 'Compare with the previous', keys: 'k', run: () => walk(-1) },
  ])

  return (
    // The likeliest answer has the focus, so that Enter chooses it.
    <Dialog title="Compare" width="wide" initialFocus={choose} onClose={onClose}>
      <div ref={place} className="compare">
        <div className="compare-sides-choice">
          <Segmented
            label="Bug"
            value={side}
            onChange={setSide}
            options={[
              { value: 'this', words: 'This bug' },
              { value: 'other', words: 'Similar bug' },
            ]}
          />
        </div>
        <div ref={words} className="compare-sides" data-side={side}>
          <CompareSide name="This bug" bug={bug} matched={candidate.matched} />
          {other ? (
            <CompareSide key={other._id} name="Similar bug" bug={other} matched={candidate.matched} />
          ) : (
            <div className="compare-side">
              {error ? (
                <LoadError
                  title="The bug could not be loaded"
                  {...explainError(error)}
                  onRetry={refetch}
                  isRetrying={isFetching}
                />
              ) : (
                <Loading label="Loading the bug">
                  <Skeleton height="120px" />
                </Loading>
              )}
            </div>
          )}
        </div>
        <div className="compare-actions">
          <Button ref={choose} onClick={onChoose}>
            Choose as original
          </Button>
          {onMerge && (
            <Button variant="default" onClick={onMerge}>
              Merge into it…
            </Button>
          )}
          {candidates.length > 1 && (
            <div className="compare-walk">
              <Button variant="subtle" aria-disabled={index <= 0 || undefined} onClick={() => walk(-1)}>
                Previous
              </Button>
              <span className="tabular muted" role="status">
                {index + 1} of {candidates.length}
              </span>
              <Button
                variant="subtle"
                aria-disabled={index >= candidates.length - 1 || undefined}
                onClick={() => walk(1)}
              >
                Next
              </Button>
              <span className="compare-keys" aria-hidden>
                <Kbd>j</Kbd> <Kbd>k</Kbd>
              </span>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}
