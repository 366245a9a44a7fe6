import { IconBug, IconFilterOff } from '@tabler/icons-react'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { isAgeRangeImpossible } from '#web/lib/lists/list-search.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { narrowingChips } from '../filter/filter-words.ts'
import { useNameOf } from '../filter/people-query.ts'
import './no-bugs.css'

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
  // Ages that contradict each other find nothing, whatever there is; keywords that can't be read may find something.
  const isUnread = isImpossible && !isAgeRangeImpossible(search)
  const title = <Badge tone="light">{isUnread ? messages.bugList.unread : messages.bugList.none}</Badge>
  const chips = narrowingChips(search, useNameOf(search))
  if (chips.length === 0) {
    return (
      <EmptyState
        icon={<IconBug size={28} stroke={1.5} />}
        title={title}
        action={
          <ButtonLink to={paths.reportBug} variant="default">
            Report the first bug
          </ButtonLink>
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
          <ButtonLink to={paths.reportBug} variant="subtle">
            Report a bug
          </ButtonLink>
        </>
      }
    >
      <p>{reasonOf(search, isImpossible, chips.length)}</p>
      {!isImpossible && (
        <ul className="no-bugs-asked" aria-label="What was asked">
          {chips.map((chip) => (
            <li key={chip.name}>
              <span className="no-bugs-words">{chip.words}</span>
              {chips.length > 1 && (
                <Button size="compact" variant="default" onClick={() => onShow(chip.without)}>
                  Drop<span className="visually-hidden"> {chip.words}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

function reasonOf(search: ListSearch, isImpossible: boolean, conditions: number): string {
  if (isAgeRangeImpossible(search)) {
    return 'The ages contradict each other: no bug is older than the minimum and younger than the maximum.'
  }
  if (isImpossible) return 'The keywords can’t be read as they are.'
  return conditions === 1
    ? 'Nothing matches what was asked. Try fewer words, or other ones.'
    : 'Nothing matches all of this. Drop what matters least:'
}
