import { type ReactNode, type RefObject, useState } from 'react'
import { type BugSort, bugSorts } from '#shared/bugs/words.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { hasWords, mistakeIn, SearchField } from '#web/features/search/public.ts'
import { isAgeRangeImpossible } from '#web/lib/lists/list-search.ts'
import type { ShowOptions } from '#web/lib/lists/use-address-search.ts'
import { FilterPanel as Panel } from '#web/ui/lists/filter-panel.tsx'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { AddFilter } from './add-filter.tsx'
import { ageError, controlChange, draftOf, searchOf, shownDraft, useFilterDraft } from './filter-draft.ts'
import { FilterFields } from './filter-fields.tsx'
import { filterChips } from './filter-words.ts'
import { useNameOf } from './people-query.ts'
import { useTypedSearch } from './use-typed-search.ts'

/** What the bug list is narrowed by and ordered by. Its controls and the words beside them say the same. */
export function FilterPanel({
  search,
  keywordsRef,
  showShortcut,
  refusal,
  end,
  onSearch,
}: {
  search: ListSearch
  keywordsRef: RefObject<HTMLInputElement | null>
  showShortcut: boolean
  /** Why the server did not search for these words. */
  refusal?: string | undefined
  /** Stands at the end of its bar. */
  end?: ReactNode
  onSearch: (search: ListSearch, options?: ShowOptions) => void
}) {
  const { draft, change, expect } = useFilterDraft(search)
  const error = ageError(draft)
  const mistake = mistakeIn(draft.keywords)
  const shown = shownDraft(draft)
  const nameOf = useNameOf(search)
  const nameOfDraft = useNameOf(shown)
  // While somebody types, half of what they type can't be read yet; a mistake is told when they ask for it.
  const [toldOf, setToldOf] = useState<ListSearch>()
  const asked = draft.keywords.trim() === (search.keywords ?? '')
  const isTold = toldOf === search || asked
  const [clearings, setClearings] = useState(0)

  const type = useTypedSearch(search, (words, options) => {
    // What was cleared or rewritten meanwhile is no longer meant.
    if (words !== draft.keywords || mistake || error !== undefined) return
    expect(words.trim())
    onSearch(searchOf(draft), options)
  })

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
    type('')
    change(draftOf({}))
    setToldOf(undefined)
    setClearings(clearings + 1)
    onSearch({})
  }

  return (
    <Panel
      label="Bugs"
      keywords={
        <SearchField
          value={draft.keywords}
          onChange={(keywords) => {
            change({ keywords })
            type(keywords)
          }}
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
      chips={filterChips(search, nameOf).map((chip) => ({ ...chip, onRemove: () => onSearch(chip.without) }))}
      add={<AddFilter draft={shown} onAdd={(part) => change(controlChange(draft, part))} />}
      end={end}
      onSearch={submit}
      onClear={clear}
    >
      <FilterFields
        // They hold texts that stand for nobody, and are no part of the draft.
        key={clearings}
        draft={shown}
        nameOf={nameOfDraft}
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
