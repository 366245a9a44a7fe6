import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { useShortcuts } from '#web/lib/keys/use-shortcuts.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { CandidateRow } from './candidate-row.tsx'
import { useCandidates } from './use-candidates.ts'
import './candidates.css'

/** How many are shown beside another choice. */
const mostBeside = 3

/**
 * Shows the possible originals of a bug, the likeliest at first. Arrows or j and k move between them, Enter chooses, v
 * compares.
 */
export function Candidates({
  bugId,
  isAsked,
  focusAsked,
  chosenId,
  onChoose,
  onCompare,
}: {
  bugId: string
  /** Whether the bug is being marked as a duplicate, so that all are shown. */
  isAsked: boolean
  /** Incremented to move the focus to the list. */
  focusAsked: number
  chosenId: string | undefined
  onChoose: (candidate: SimilarBug) => void
  onCompare: (candidate: SimilarBug) => void
}) {
  const { candidates: found, state, retry } = useCandidates(bugId)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const candidates = isAsked || isUnfolded ? found : found.slice(0, mostBeside)
  const [keysAreOn] = useShortcuts()
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  /** Fewer may be shown than when it was chosen. */
  const at = Math.max(0, Math.min(current, candidates.length - 1))

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('.candidate-choose') ?? [])]
  const walk = (step: 1 | -1) => {
    const stops = rows()
    if (stops.length === 0) return false
    const isHere = list.current?.contains(document.activeElement)
    stops[isHere ? Math.min(Math.max(at + step, 0), stops.length - 1) : at]?.focus()
    return true
  }
  const isListed = candidates.length > 0
  const shared = { group: 'List', inPalette: false, repeats: true, isEnabled: isListed } as const
  useActions([
    { ...shared, id: 'candidates.next', label: 'Next candidate', keys: 'j', run: () => walk(1) },
    { ...shared, id: 'candidates.previous', label: 'Previous candidate', keys: 'k', run: () => walk(-1) },
    { ...shared, id: 'candidates.down', label: 'Next candidate', keys: 'ArrowDown', within: list, run: () => walk(1) },
    { ...shared, id: 'candidates.up', label: 'Previous candidate', keys: 'ArrowUp', within: list, run: () => walk(-1) },
    {
      id: 'candidates.compare',
      label: 'Compare with the candidate',
      group: 'This bug',
      keys: 'v',
      isEnabled: isListed,
      run: () => {
        const candidate = candidates[at]
        if (candidate) onCompare(candidate)
      },
    },
  ])

  // The focus may be requested before the candidates are rendered.
  const focused = useRef(focusAsked)
  useEffect(() => {
    if (focused.current === focusAsked || state === 'searching') return
    focused.current = focusAsked
    const row = list.current?.querySelector<HTMLElement>('.candidate-choose[tabindex="0"]')
    ;(row ?? heading.current)?.focus()
  }, [focusAsked, state])

  if (!isAsked && !isListed) return null
  return (
    <section className="candidates" aria-labelledby={id}>
      <div className="candidates-head">
        <h2 id={id} ref={heading} tabIndex={-1} className="candidates-heading">
          Similar bugs
        </h2>
        {isListed && keysAreOn && (
          <span className="candidates-keys" aria-hidden>
            <Kbd>j</Kbd> <Kbd>k</Kbd> walk · <Kbd>↵</Kbd> choose · <Kbd>v</Kbd> compare
          </span>
        )}
      </div>
      {isListed && (
        <ul ref={list} className="candidates-list">
          {candidates.map((candidate, index) => (
            <CandidateRow
              key={candidate._id}
              candidate={candidate}
              isCurrent={index === at}
              isChosen={candidate._id === chosenId}
              onCurrent={() => setCurrent(index)}
              onChoose={() => onChoose(candidate)}
              onCompare={() => onCompare(candidate)}
            />
          ))}
        </ul>
      )}
      {candidates.length < found.length && (
        <button
          type="button"
          className="candidates-more"
          onClick={() => {
            flushSync(() => setIsUnfolded(true))
            rows()[mostBeside]?.focus()
          }}
        >
          <IconChevronRight size={14} aria-hidden />
          All {found.length} similar bugs
        </button>
      )}
      {!isListed && (
        <p className="candidates-none" role="status">
          {state === 'searching' && 'Looking for similar bugs …'}
          {state === 'found' && 'No other bug is similar. Words or an id above find any.'}
          {state === 'failed' && (
            <>
              The similar bugs could not be found. <QuietButton onClick={retry}>Try again</QuietButton>
            </>
          )}
        </p>
      )}
    </section>
  )
}
