import { NativeSelect } from '@mantine/core'
import type { Pagination } from '#shared/http/page.ts'
import { messages } from '#web/lib/messages.ts'
import { Pager } from '#web/ui/pager.tsx'
import { pageSizesWith } from './page-sizes.ts'
import { shownRange } from './shown-range.ts'
import './list-footer.css'

/** Where in the list this page is, and the way to the others. */
export function ListFooter({
  pagination,
  requestedPage,
  onPage,
  onPageSize,
}: {
  pagination: Pagination
  /** The page on its way, or the current one. */
  requestedPage: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}) {
  const { first, last } = shownRange(pagination)
  return (
    <div className="list-footer">
      <p className="muted" role="status">
        {messages.bugList.showing(first, last, pagination.totalCount)}
      </p>
      <Pager label="Bug pages" page={requestedPage} pageCount={pagination.totalPages} onPage={onPage} />
      <label className="list-footer-size muted not-printed">
        Per page
        <NativeSelect
          size="xs"
          value={String(pagination.pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          data={pageSizesWith(pagination.pageSize).map(String)}
        />
      </label>
    </div>
  )
}
