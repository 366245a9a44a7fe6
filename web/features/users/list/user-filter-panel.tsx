import { maxKeywordsLength } from '#shared/http/page.ts'
import { ageRangeError, useDraftOf } from '#web/lib/lists/filter-draft.ts'
import { isAgeRangeImpossible } from '#web/lib/lists/list-search.ts'
import { useSession } from '#web/lib/session/session.ts'
import { FilterPanel } from '#web/ui/lists/filter-panel.tsx'
import { KeywordsField } from '#web/ui/lists/keywords-field.tsx'
import type { UserSearch } from '../user-search.ts'
import { userDraftOf, userSearchOf } from './user-filter-draft.ts'
import { UserFilterFields } from './user-filter-fields.tsx'
import { userFilterChips } from './user-filter-words.ts'

/** Shows the filters and the order of the user list. */
export function UserFilterPanel({ search, onSearch }: { search: UserSearch; onSearch: (search: UserSearch) => void }) {
  const { draft, change } = useDraftOf(search, userDraftOf)
  const error = ageRangeError(userSearchOf(draft))
  const searchesEmails = useSession().has('canEditAnyUser')

  function submit() {
    if (error !== undefined) return 'hidden'
    onSearch(userSearchOf(draft))
    return 'done'
  }

  /** Clears the search, and also typed text without a search, which leaves the address unchanged. */
  function clear() {
    change(userDraftOf({}))
    onSearch({})
  }

  return (
    <FilterPanel
      label="Users"
      keywords={
        <KeywordsField
          value={draft.keywords}
          onChange={(keywords) => change({ keywords })}
          placeholder={searchesEmails ? 'Name, email or id' : 'Name or id'}
          maxLength={maxKeywordsLength}
        />
      }
      // A link to an impossible search shows at once why it is impossible.
      isOpenAtFirst={isAgeRangeImpossible(search)}
      chips={userFilterChips(search).map((chip) => ({ ...chip, onRemove: () => onSearch(chip.without) }))}
      onSearch={submit}
      onClear={clear}
    >
      <UserFilterFields draft={draft} error={error} onChange={change} />
    </FilterPanel>
  )
}
