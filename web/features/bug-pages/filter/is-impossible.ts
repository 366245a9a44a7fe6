import type { ListSearch } from '#web/features/bugs/public.ts'
import { mistakeIn } from '#web/features/search/public.ts'
import { isAgeRangeImpossible } from '#web/lib/lists/list-search.ts'

/** Whether a search can't be meant: its ages contradict each other, or its words can't be read. It is never sent. */
export function isImpossible(search: ListSearch): boolean {
  return isAgeRangeImpossible(search) || mistakeIn(search.keywords ?? '') !== undefined
}
