import { Button } from '@mantine/core'
import { IconBug, IconFilterOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { activeFilters, type ListSearch } from './list-search.ts'

/** Why the list is empty, and what to do about it. */
export function NoBugs({
  search,
  isImpossible,
  onShow,
}: {
  search: ListSearch
  isImpossible: boolean
  onShow: (search: ListSearch) => void
}) {
  const title = <Badge tone="light">{messages.bugList.none}</Badge>
  if (activeFilters(search).length === 0) {
    return (
      <EmptyState
        icon={<IconBug size={28} stroke={1.5} />}
        title={title}
        action={
          <Button component={Link} to={paths.reportBug}>
            Report the first bug
          </Button>
        }
      >
        Nobody has reported anything yet. The first report starts the list.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} />}
      title={title}
      action={
        <>
          <Button variant="default" onClick={() => onShow({})}>
            Show all bugs
          </Button>
          <Button component={Link} to={paths.reportBug} variant="subtle">
            Report a bug
          </Button>
        </>
      }
    >
      {isImpossible
        ? 'The ages contradict each other: no bug is older than the minimum and younger than the maximum.'
        : 'Nothing matches all of these filters. Remove one of them, or search for fewer words.'}
    </EmptyState>
  )
}
