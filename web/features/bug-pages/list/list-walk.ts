import type { Bug } from '#shared/bugs/contract.ts'
import type { Pagination } from '#shared/http/page.ts'

/** The bugs of the list that somebody came from, in its order, as far as they were seen. */
export interface ListWalk {
  /** What the list searched for. */
  readonly key: string
  readonly ids: readonly string[]
  /** How many bugs the list has before the first of these. */
  readonly before: number
  /** How many bugs the list had when the walk began; those that have left it since still count. */
  readonly total: number
  /** On which page of the list each bug was last seen, from 1. */
  readonly pages: ReadonlyMap<string, number>
}

type Found = ReadonlyArray<Pick<Bug, '_id'>>
type Place = Pick<Pagination, 'currentPage' | 'pageSize' | 'totalCount'>

/**
 * Returns the walk with what a list shows now. Its order stays as it was when the walk began: a bug that has left the
 * list since, because it was dealt with, keeps its place, so that the next one is still the next one.
 * @param known the walk until now; one of another search ends
 */
export function walkOf(known: ListWalk | undefined, key: string, found: Found, place: Place): ListWalk {
  const here = found.map(({ _id }) => _id)
  const { currentPage, pageSize, totalCount } = place
  const seen = here.map((id) => [id, currentPage] as const)
  if (known?.key !== key) {
    const before = (currentPage - 1) * pageSize
    return { key, ids: here, before, total: Math.max(totalCount, before + here.length), pages: new Map(seen) }
  }
  const isEarlier = currentPage < Math.min(...known.pages.values())
  const ids = merged(known.ids, here, isEarlier)
  // What stands before the first bug that was known is seen now.
  const before = Math.max(0, known.before - ids.indexOf(known.ids[0] ?? ''))
  return {
    key,
    ids,
    before,
    total: Math.max(known.total, before + ids.length),
    pages: new Map([...known.pages, ...seen]),
  }
}

/**
 * Returns the known ids in their order with the new ones among them: each after the one that it follows in the list, and
 * after those that have left the list from there.
 */
function merged(known: readonly string[], here: readonly string[], isEarlier: boolean): string[] {
  const ids = [...known]
  const isHere = new Set(here)
  const firstKnown = known.findIndex((id) => isHere.has(id))
  let place = firstKnown !== -1 ? firstKnown : isEarlier ? 0 : ids.length
  for (const id of here) {
    const index = ids.indexOf(id)
    if (index === -1) ids.splice(place, 0, id)
    place = (index === -1 ? place : index) + 1
    const isGone = (at: number) => at < ids.length && !isHere.has(ids[at] ?? '')
    if (firstKnown !== -1) while (isGone(place)) place++
  }
  return ids
}

/** Returns the bug so many steps away; undefined past either end and for a bug that is not of this walk. */
export function neighbour(walk: ListWalk | undefined, bugId: string, step: 1 | -1): string | undefined {
  const place = walk?.ids.indexOf(bugId) ?? -1
  return place === -1 ? undefined : walk?.ids[place + step]
}

/** Returns which bug of how many this is, counted from 1; undefined for a bug that is not of this walk. */
export function placeIn(walk: ListWalk | undefined, bugId: string): { place: number; total: number } | undefined {
  const index = walk?.ids.indexOf(bugId) ?? -1
  return walk && index !== -1 ? { place: walk.before + index + 1, total: walk.total } : undefined
}
