import type { BugListItem } from '#shared/bugs/contract.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { Age } from '#web/ui/text/timestamp.tsx'

/** Shows for how long a bug has waited for its reporter, or its reporter for an answer; nothing where neither waits. */
export function WaitingMark({
  bug: { isWaiting, waitingSince },
}: {
  bug: Pick<BugListItem, 'isWaiting' | 'waitingSince'>
}) {
  if (waitingSince === undefined) return null
  return (
    <Badge tone={isWaiting ? 'amber' : 'light'} tag outline>
      {isWaiting ? 'waiting' : 'unanswered'} <Age value={waitingSince} />
    </Badge>
  )
}
