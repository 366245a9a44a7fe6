import { type ReactNode, useId } from 'react'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { pageSizesWith } from './page-sizes.ts'
import { Pager } from './pager.tsx'
import { shownRange } from './shown-range.ts'
import './list-footer.css'

/** Shows the position of this page in the list, and the pager. */
export function ListFooter({
  label,
  pagination,
  showing,
  requestedPage,
  onPage,
  onPageSize,
  children,
}: {
  /** What is being paged, such as "Bug pages". */
  label: string
  pagination: { currentPage: number; pageSize: number; totalCount: number; totalPages: number }
  /** Returns the text about the shown results, counted from 1. */
  showing: (first: number, last: number, total: number) => string
  /** The page that is loading, or the current one. */
  requestedPage: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** Stands before the page's size: what else may be chosen about the list. */
  children?: ReactNode
}) {
  const sizeId = useId()
  const { first, last } = shownRange(pagination)
  return (
    <div className="list-footer">
      <p className="muted" role="status">
        {showing(first, last, pagination.totalCount)}
      </p>
      <Pager label={label} page={requestedPage} pageCount={pagination.totalPages} onPage={onPage} />
      <div className="list-footer-size muted not-printed">
        {children}
        <label htmlFor={sizeId}>Per page</label>
        <SelectField
          id={sizeId}
          size="xs"
          value={String(pagination.pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          options={pageSizesWith(pagination.pageSize).map(String)}
        />
      </div>
    </div>
  )
}
