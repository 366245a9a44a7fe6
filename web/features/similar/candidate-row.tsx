import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { StatusBadge } from '#web/features/bugs/public.ts'
import { affectedWords } from '#web/features/following/public.ts'
import { Day } from '#web/ui/text/timestamp.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { MatchedText } from './matched-text.tsx'
import { wordsElsewhere } from './matched-words.ts'

/** Most words that are named besides those that are marked in the title. */
const mostElsewhere = 6

/** Shows a possible original; pressing it chooses it. Only the current row of its list is a tab stop. */
export function CandidateRow({
  candidate,
  isCurrent,
  isChosen,
  onCurrent,
  onChoose,
  onCompare,
}: {
  candidate: SimilarBug
  isCurrent: boolean
  isChosen: boolean
  /** Called when it gets the focus. */
  onCurrent: () => void
  onChoose: () => void
  onCompare: () => void
}) {
  const id = useId()
  const tabIndex = isCurrent ? 0 : -1
  const elsewhere = wordsElsewhere(candidate.title, candidate.matched).slice(0, mostElsewhere)
  return (
    <li className="candidate" data-chosen={isChosen || undefined} onFocus={onCurrent}>
      <button
        type="button"
        className="candidate-choose"
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        aria-describedby={id}
        onClick={onChoose}
      >
        <span className="candidate-title">
          <bdi>
            <MatchedText text={candidate.title} matched={candidate.matched} />
          </bdi>
        </span>
      </button>
      <div id={id} className="candidate-facts">
        {isChosen && (
          <span className="candidate-chosen">
            <IconCheck size={14} aria-hidden />
            chosen
          </span>
        )}
        <StatusBadge status={candidate.status} />
        <span className="mono">{candidate.key}</span>
        <Day value={candidate.createdOn} />
        <span>{affectedWords(candidate.affectedCount)}</span>
        {candidate.original && <span>itself a duplicate</span>}
        {elsewhere.length > 0 && <span>also has: {elsewhere.join(', ')}</span>}
      </div>
      <Button
        className="candidate-compare"
        size="xs"
        variant="default"
        tabIndex={tabIndex}
        aria-label={`Compare with ${candidate.title}`}
        onClick={onCompare}
      >
        Compare
      </Button>
    </li>
  )
}
