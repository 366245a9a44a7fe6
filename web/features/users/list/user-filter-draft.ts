import { type CommonDraft, commonDraftOf } from '#web/lib/lists/filter-draft.ts'
import { defaultUserSort, parseUserSearch, type UserSearch } from '../user-search.ts'

/** The fields of the filter panel before Search is pressed. */
export interface UserFilterDraft extends CommonDraft {
  readonly role: string
  readonly sortBy: string
}

export function userDraftOf(search: UserSearch): UserFilterDraft {
  return { ...commonDraftOf(search), role: search.role ?? '', sortBy: search.sortBy ?? defaultUserSort }
}

/** Returns the search of a draft, at its first page. */
export function userSearchOf(draft: UserFilterDraft): UserSearch {
  return parseUserSearch({ ...draft })
}
