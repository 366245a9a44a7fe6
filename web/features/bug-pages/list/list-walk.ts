import type { Bug } from '#shared/bugs/contract.ts'

/** The bugs of the list that somebody came from, in its order, as far as they were seen. */
export interface ListWalk {
  /** What the list searched for. */
  readonly key: string
  readonly ids: readonly string[]
}

type Found = ReadonlyArray<Pick<Bug, '_id'>>

/**
 * The walk with what a list shows now. Its order stays as it was when the walk began: a bug that has left the list since,
 * because it was dealt with, keeps its place, so that the next one is still the next one.
 */
export function walkOf(known: ListWalk | undefined, key: string, found: Found): ListWalk {
  const ids = found.map(({ _id }) => _id)
  if (known?.key !== key) return { key, ids }
  return { key, ids: [...known.ids, ...ids.filter((id) => !known.ids.includes(id))] }
}

/** The bug so many steps away; undefined past either end and for a bug that is not of this walk. */
export function neighbour(walk: ListWalk | undefined, bugId: string, step: 1 | -1): string | undefined {
  const place = walk?.ids.indexOf(bugId) ?? -1
  return place === -1 ? undefined : walk?.ids[place + step]
}
