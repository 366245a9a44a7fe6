import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useShortcuts } from '#web/lib/keys/use-shortcuts.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'
import type { ListPlace as Place } from '../list/use-list-walk.ts'
import './list-place.css'

/** Shows which bug of the list this is, and leads to its neighbours. Nothing for a bug that comes from no list. */
export function ListPlace({ place, hasNext, hasPrevious, go }: Place) {
  const [hasKeys] = useShortcuts()
  if (!place && !hasNext) return null
  return (
    <div className="list-place not-printed" role="group" aria-label="Bugs of the list">
      <IconButton
        size={28}
        aria-label="Previous bug"
        title={`Previous bug of the list${hasKeys ? ' (k)' : ''}`}
        aria-disabled={!hasPrevious || undefined}
        onClick={() => hasPrevious && go(-1)}
      >
        <IconChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        size={28}
        aria-label="Next bug"
        title={`Next bug of the list${hasKeys ? ' (j)' : ''}`}
        aria-disabled={!hasNext || undefined}
        onClick={() => hasNext && go(1)}
      >
        <IconChevronDown size={18} aria-hidden />
      </IconButton>
      {place && (
        <span className="list-place-words">
          {numberOf(place.place)} of {numberOf(place.total)}
        </span>
      )}
    </div>
  )
}
