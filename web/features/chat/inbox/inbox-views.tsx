import type { InboxView } from '#shared/chat/words.ts'
import { inboxViews } from '#shared/chat/words.ts'
import { compact } from '#web/lib/lists/list-search.ts'
import { defaultView, type InboxSearch } from '../inbox-search.ts'

const names: Readonly<Record<InboxView, string>> = {
  unassigned: 'Unassigned',
  mine: 'Mine',
  all: 'All',
  closed: 'Closed',
}

/** Shows the parts of the inbox, with how many conversations wait in each. */
export function InboxViews({
  search,
  waiting,
  onShow,
}: {
  search: InboxSearch
  waiting: Readonly<Partial<Record<InboxView, number>>> | undefined
  onShow: (search: InboxSearch) => void
}) {
  const current = search.view ?? defaultView
  return (
    <div className="inbox-views" role="group" aria-label="View">
      {inboxViews.map((view) => {
        const count = waiting?.[view] ?? 0
        return (
          <button
            key={view}
            type="button"
            className="inbox-view"
            aria-pressed={view === current}
            onClick={() =>
              onShow(
                compact({
                  view: view === defaultView ? undefined : view,
                  keywords: search.keywords,
                  conversation: search.conversation,
                }),
              )
            }
          >
            {names[view]}
            {count > 0 && (
              <span className="inbox-view-count tabular">
                {count}
                <span className="visually-hidden"> waiting</span>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
