import { Button, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { FilterChips, type Chip } from './filter-chips.tsx'
import './filter-panel.css'

/** What a list is narrowed by and ordered by. Nothing is asked before Search is pressed. */
export function FilterPanel({
  label,
  keywords,
  isOpenAtFirst,
  chips,
  onSearch,
  onClear,
  children,
}: {
  /** What is searched for, such as "Bugs". */
  label: string
  keywords: {
    value: string
    onChange: (value: string) => void
    placeholder: string
    maxLength: number
    ref?: RefObject<HTMLInputElement | null>
    /** Stands at the end of the empty field. */
    hint?: ReactNode
  }
  isOpenAtFirst: boolean
  /** What is in force; shown while the fields are folded away. */
  chips: readonly Chip[]
  /** False when a field is wrong: the fields then unfold. */
  onSearch: () => boolean
  onClear: () => void
  /** The fields that fold away. */
  children: ReactNode
}) {
  const panelId = useId()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!onSearch()) setIsOpen(true)
  }

  return (
    <form className="filters not-printed" role="search" aria-label={label} onSubmit={submit}>
      <div className="filters-bar">
        <TextInput
          {...(keywords.ref && { ref: keywords.ref })}
          className="filters-keywords"
          type="search"
          aria-label="Keywords"
          placeholder={keywords.placeholder}
          maxLength={keywords.maxLength}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={keywords.value === '' && keywords.hint}
          value={keywords.value}
          onChange={(event) => keywords.onChange(event.currentTarget.value)}
        />
        <Button type="submit">Search</Button>
        <Button variant="default" onClick={onClear}>
          Clear Search
        </Button>
        <Button
          className="filters-toggle"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={panelId}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden className="filters-chevron" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
      </div>
      <div id={panelId} hidden={!isOpen}>
        {children}
      </div>
      {!isOpen && chips.length > 0 && <FilterChips chips={chips} />}
    </form>
  )
}
