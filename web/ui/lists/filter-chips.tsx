import { IconX } from '@tabler/icons-react'
import './filter-chips.css'

export interface Chip {
  readonly name: string
  readonly words: string
  readonly onRemove: () => void
}

/** Shows the filters and the order of a list while its panel is closed; each chip removes itself. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  return (
    <ul className="filter-chips" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.name}>
          <button type="button" className="filter-chip" title="Remove" onClick={chip.onRemove}>
            <span className="visually-hidden">Remove</span> <span className="filter-chip-words">{chip.words}</span>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
