import type { RefObject } from 'react'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { isAgeRangeImpossible } from '#web/lib/list-search.ts'
import { FilterPanel as Panel } from '#web/ui/filter-panel.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { ageError, draftOf, searchOf, useFilterDraft } from './filter-draft.ts'
import { FilterFields } from './filter-fields.tsx'
import { filterChips } from './filter-words.ts'
import type { ListSearch } from './list-search.ts'

/** What the bug list is narrowed by and ordered by. */
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
  const { draft, change } = useFilterDraft(search)
  const error = ageError(draft)

  function submit(): boolean {
    if (error === undefined) onSearch(searchOf(draft))
    return error === undefined
  }

  /** Also takes back what was typed and not searched for, which leaves the address as it is. */
  function clear() {
    change(draftOf({}))
    onSearch({})
  }

  return (
    <Panel
      label="Bugs"
      keywords={{
        value: draft.keywords,
        onChange: (keywords) => change({ keywords }),
        placeholder: 'Keywords or short id',
        maxLength: maxKeywordsLength,
        ref: keywordsRef,
        hint: showShortcut && <Kbd>/</Kbd>,
      }}
      // A link to an impossible search shows at once where it is impossible.
      isOpenAtFirst={isAgeRangeImpossible(search)}
      chips={filterChips(search).map((chip) => ({ ...chip, onRemove: () => onSearch(chip.without) }))}
      onSearch={submit}
      onClear={clear}
    >
      <FilterFields draft={draft} error={error} onChange={change} />
    </Panel>
  )
}
