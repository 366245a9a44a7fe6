import { type RefObject, useState } from 'react'
import { type BugSort, bugSorts } from '#shared/bugs/words.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { hasWords, mistakeIn, SearchField } from '#web/features/search/public.ts'
import { isAgeRangeImpossible } from '#web/lib/lists/list-search.ts'
import { FilterPanel as Panel } from '#web/ui/lists/filter-panel.tsx'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { ageError, controlChange, draftOf, searchOf, shownDraft, useFilterDraft } from './filter-draft.ts'
import { FilterFields } from './filter-fields.tsx'
import { filterChips } from './filter-words.ts'

/** What the bug list is narrowed by and ordered by. Its controls and the words beside them say the same. */
export function FilterPanel({
  search,
  keywordsRef,
  showShortcut,
  refusal,
  onSearch,
}: {
  search: ListSearch
  keywordsRef: RefObject<HTMLInputElement | null>
  showShortcut: boolean
  /** Why the server did not search for these words. */
  refusal?: string | undefined
  onSearch: (search: ListSearch) => void
}) {
  const { draft, change } = useFilterDraft(search)
  const error = ageError(draft)
  const mistake = mistakeIn(draft.keywords)
  // While somebody types, half of what they type can't be read yet; a mistake is told when they ask for it.
  const [toldOf, setToldOf] = useState<ListSearch>()
  const asked = draft.keywords.trim() === (search.keywords ?? '')
  const isTold = toldOf === search || asked

  function submit() {
    setToldOf(mistake ? search : undefined)
    if (mistake) {
      keywordsRef.current?.focus()
      keywordsRef.current?.setSelectionRange(mistake.to, mistake.to)
      return 'refused'
    }
    if (error !== undefined) return 'hidden'
    onSearch(searchOf(draft))
    return 'done'
  }

  /** Also takes back what was typed and not searched for, which leaves the address as it is. */
  function clear() {
    change(draftOf({}))
    setToldOf(undefined)
    onSearch({})
  }

  return (
    <Panel
      label="Bugs"
      keywords={
        <SearchField
          value={draft.keywords}
          onChange={(keywords) => change({ keywords })}
          placeholder="Keywords or short id"
          maxLength={maxKeywordsLength}
          fieldRef={keywordsRef}
          hint={showShortcut && <Kbd>/</Kbd>}
          mistake={isTold ? mistake : undefined}
          refusal={asked ? refusal : undefined}
        />
      }
      // A link to an impossible search shows at once where it is impossible.
      isOpenAtFirst={isAgeRangeImpossible(search)}
      chips={filterChips(search).map((chip) => ({ ...chip, onRemove: () => onSearch(chip.without) }))}
      onSearch={submit}
      onClear={clear}
    >
      <FilterFields
        draft={shownDraft(draft)}
        sorts={sortsFor(draft.keywords)}
        error={error}
        onChange={(part) => change(controlChange(draft, part))}
      />
    </Panel>
  )
}

/** Only where there are words to be relevant for, relevance is an order. */
function sortsFor(keywords: string): readonly BugSort[] {
  return hasWords(keywords) ? bugSorts : bugSorts.filter((sort) => sort !== 'relevance')
}
