import { IconUserOff } from '@tabler/icons-react'
import { messages } from '#web/lib/messages.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Button } from '#web/ui/controls/button.tsx'

/** Says why nobody is listed, and what to do. */
export function NoUsers({ isImpossible, onShowAll }: { isImpossible: boolean; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<IconUserOff size={28} stroke={1.5} />}
      title={<Badge tone="light">{messages.userList.none}</Badge>}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all users
        </Button>
      }
    >
      {isImpossible
        ? 'The ages contradict each other: no account is older than the minimum and younger than the maximum.'
        : 'Nobody matches all of these filters. Remove one of them, or type only the beginning of a name.'}
    </EmptyState>
  )
}
