import { useSyncExternalStore } from 'react'

/** Bugs of the list that are selected, to be changed at once. */
export interface Selection {
  /** The search that they were found by; another one ends the selection. */
  readonly key: string
  /** In the order in which they were selected. */
  readonly ids: ReadonlySet<string>
  /** All that the search finds: so many, as they were counted when this was chosen. The ids then say nothing. */
  readonly total?: number
  /** Where a range begins. */
  readonly anchor?: string
}

export const nothingSelected: Selection = { key: '', ids: new Set() }

/** Lasts longer than the list is on the screen: who comes back from a bug goes on with what was selected. */
let selection = nothingSelected
const listeners = new Set<() => void>()

/** Returns what is selected, and renders again when it changes. */
export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, currentSelection)
}

export function currentSelection(): Selection {
  return selection
}

export function isSelected({ ids, total }: Selection, bugId: string): boolean {
  return total !== undefined || ids.has(bugId)
}

export function isEmpty({ ids, total }: Selection): boolean {
  return ids.size === 0 && total === undefined
}

/** Says by which search bugs are selected from now on. What was selected by another one no longer is. */
export function selectBy(key: string): void {
  if (key !== selection.key) put({ ...nothingSelected, key })
}

/** Selects a bug, or no longer does. Of all that are found, the others of the page stay selected. @param page its bugs */
export function toggleSelected(bugId: string, page: readonly string[]): void {
  setSelected([bugId], !isSelected(selection, bugId), page)
  put({ ...selection, anchor: bugId })
}

/** Does to all bugs between the one that was selected last and this one the same: selects them, or no longer does. */
export function selectRange(bugId: string, page: readonly string[], isOn = true): void {
  const [from, to] = [page.indexOf(selection.anchor ?? bugId), page.indexOf(bugId)]
  const ends = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
  setSelected(page.slice(ends[0], (ends[1] ?? 0) + 1), isOn, page)
  put({ ...selection, anchor: bugId })
}

/** Selects some bugs more; of all that are found, they are some already. */
export function selectMore(bugIds: readonly string[]): void {
  if (selection.total === undefined) setSelected(bugIds, true, [])
}

/** Selects all that the search finds. @param total how many they are */
export function selectAllFound(total: number): void {
  put({ ...selection, total })
}

export function clearSelection(): void {
  if (!isEmpty(selection)) put({ ...nothingSelected, key: selection.key })
}

function setSelected(bugIds: readonly string[], isOn: boolean, page: readonly string[]): void {
  const { total, ...rest } = selection
  const ids = new Set(total === undefined ? rest.ids : page)
  for (const bugId of bugIds) {
    if (isOn) ids.add(bugId)
    else ids.delete(bugId)
  }
  put({ ...rest, ids })
}

function put(next: Selection): void {
  selection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
