import { IconChevronDown } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { PrivateMark, StatusBadge } from '#web/features/bugs/public.ts'
import { affectedWords } from '#web/features/following/public.ts'
import { Day } from '#web/ui/text/timestamp.tsx'
import { MatchedText } from './matched-text.tsx'
import { wordsElsewhere } from './matched-words.ts'

/** Most words that are named besides those that are marked in the title. */
const mostElsewhere = 4

/** Shows a possible duplicate: its title, why it is listed, and details once it is opened. */
export function SimilarRow({
  bug,
  isOpen,
  onToggle,
  children,
}: {
  bug: SimilarBug
  isOpen: boolean
  onToggle: () => void
  /** Shown while it is open. */
  children: ReactNode
}) {
  const id = useId()
  const elsewhere = wordsElsewhere(bug.title, bug.matched).slice(0, mostElsewhere)
  return (
    <li className="similar-bug" data-open={isOpen || undefined}>
      <h3 className="similar-title">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-describedby={`${id}-facts`}
          onClick={onToggle}
        >
          <span>
            <bdi>
              <MatchedText text={bug.title} matched={bug.matched} />
            </bdi>
          </span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </h3>
      <div id={`${id}-facts`} className="similar-facts">
        <StatusBadge status={bug.status} />
        {bug.isPrivate && <PrivateMark />}
        <span className="mono">{bug.key}</span>
        <Day value={bug.createdOn} />
        <span>{affectedWords(bug.affectedCount)}</span>
        {elsewhere.length > 0 && <span className="similar-why">also has: {elsewhere.join(', ')}</span>}
      </div>
      {isOpen && (
        <div id={id} className="similar-details">
          {children}
        </div>
      )}
    </li>
  )
}
