import { Button, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useId, useState } from 'react'
import { maxKeywordsLength } from '#shared/bugs/contract.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { ageError, searchOf, useFilterDraft } from './filter-draft.ts'
import { FilterFields } from './filter-fields.tsx'
import { filterChips } from './filter-words.ts'
import { isAgeRangeImpossible, type ListSearch } from './list-search.ts'
import './filter-panel.css'

/** What the list is narrowed by and ordered by. Nothing is asked before Search is pressed. */
export function FilterPanel({
  search,
  keywordsRef,
  showShortcut,
  onSearch,
}: {
  search: ListSearch
  keywordsRef: RefObject<HTMLInputElement | null>
  showShortcut: boolean
  onSearch: (search: ListSearch) => void
}) {
  const panelId = useId()
  // A link to an impossible search shows at once where it is impossible.
  const [isOpen, setIsOpen] = useState(() => isAgeRangeImpossible(search))
  const { draft, change } = useFilterDraft(search)
  const error = ageError(draft)
  const chips = filterChips(search)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (error) setIsOpen(true)
    else onSearch(searchOf(draft))
  }

  return (
    <form className="filters not-printed" role="search" aria-label="Bugs" onSubmit={submit}>
      <div className="filters-bar">
        <TextInput
          ref={keywordsRef}
          className="filters-keywords"
          type="search"
          aria-label="Keywords"
          placeholder="Keywords or short id"
          maxLength={maxKeywordsLength}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={showShortcut && draft.keywords === '' && <Kbd>/</Kbd>}
          value={draft.keywords}
          onChange={(event) => change({ keywords: event.currentTarget.value })}
        />
        <Button type="submit">Search</Button>
        <Button variant="default" onClick={() => onSearch({})}>
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
        <FilterFields draft={draft} error={error} onChange={change} />
      </div>
      {!isOpen && chips.length > 0 && <ActiveFilters chips={chips} onChange={onSearch} />}
    </form>
  )
}
