import { IconUserOff } from '@tabler/icons-react'
import { Badge } from '#web/ui/badges/badge.tsx'

/** Marks a person who can't log in any more. */
export function DeactivatedBadge() {
  return (
    <Badge tone="grey" outline icon={<IconUserOff aria-hidden />}>
      Deactivated
    </Badge>
  )
}
