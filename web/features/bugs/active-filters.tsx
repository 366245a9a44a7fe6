import { IconX } from '@tabler/icons-react'
import type { FilterChip } from './filter-words.ts'
import type { ListSearch } from './list-search.ts'

/** What narrows and orders the list while the panel is closed; each chip takes itself back. */
export function ActiveFilters({
  chips,
  onChange,
}: {
  chips: readonly FilterChip[]
  onChange: (search: ListSearch) => void
}) {
  return (
    <ul className="filter-chips" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.name}>
          <button type="button" className="filter-chip" title="Remove" onClick={() => onChange(chip.without)}>
            <span className="visually-hidden">Remove</span> <span className="filter-chip-words">{chip.words}</span>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
