import type { ListSearch } from '#web/features/bugs/public.ts'

let lastAddress: ListSearch = {}
let lastShown: ListSearch = {}

/** Where 'back to the list' leads: the list as it was last looked at. */
export function lastListSearch(): ListSearch {
  return lastAddress
}

/** What the list last searched for, whatever view its address left that to. */
export function lastShownSearch(): ListSearch {
  return lastShown
}

/** @param shown undefined while it is not known yet */
export function noteListSearch(address: ListSearch, shown: ListSearch | undefined): void {
  lastAddress = address
  if (shown) lastShown = shown
}
