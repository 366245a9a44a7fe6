import { type CommonDraft, commonDraftOf } from '#web/lib/lists/filter-draft.ts'
import { defaultUserSort, parseUserSearch, type UserSearch } from '../user-search.ts'

/** The filter panel's fields as they stand, before Search is pressed. */
export interface UserFilterDraft extends CommonDraft {
  readonly role: string
  readonly sortBy: string
}

export function userDraftOf(search: UserSearch): UserFilterDraft {
  return { ...commonDraftOf(search), role: search.role ?? '', sortBy: search.sortBy ?? defaultUserSort }
}

/** The search that a draft asks for, from its first page. */
export function userSearchOf(draft: UserFilterDraft): UserSearch {
  return parseUserSearch({ ...draft })
}
