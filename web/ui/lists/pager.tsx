import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { pageNumbersAround } from './page-numbers.ts'
import './pager.css'

/** Moves through the pages of a list; nothing when there is only one. Pages count from 1. */
export function Pager({
  page,
  pageCount,
  onPage,
  label,
}: {
  page: number
  pageCount: number
  onPage: (page: number) => void
  /** What is being paged, such as "Bug pages". */
  label: string
}) {
  if (pageCount <= 1) return null
  const step = (target: number, name: string, icon: ReactNode) => {
    const leadsNowhere = target < 1 || target > pageCount || target === page
    return (
      // Not `disabled`: a button that has just led to the last page keeps the focus.
      <IconButton
        size={32}
        aria-label={name}
        title={name}
        {...(leadsNowhere ? { 'aria-disabled': true } : { onClick: () => onPage(target) })}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <nav className="pager not-printed" aria-label={label}>
      {step(1, 'First page', <IconChevronsLeft size={16} aria-hidden />)}
      {step(page - 1, 'Previous page', <IconChevronLeft size={16} aria-hidden />)}
      {pageNumbersAround(page, pageCount).map((number) => (
        <button
          key={number}
          type="button"
          className="pager-number"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      {step(page + 1, 'Next page', <IconChevronRight size={16} aria-hidden />)}
      {step(pageCount, 'Last page', <IconChevronsRight size={16} aria-hidden />)}
    </nav>
  )
}
