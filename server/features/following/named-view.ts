import { standardViews } from '#shared/views/contract.ts'
import type { BugNotification } from '#shared/following/contract.ts'

/**
 * Returns the SQL of the name of a stored view, null where somebody may not open it any more, or it is one that everybody has.
 * @param view the expression of its id, or of the name of one that everybody has
 * @param userId the expression of who is told of it
 */
export const nameOfView = (view: string, userId: string): string =>
  `(select v.name from views v where v.id = ${view} and (v.is_shared or v.owner_id = ${userId}))`

/** Returns a view as whoever is told of it reads it; undefined where they may not open it any more. */
export function namedView(id: string | null | undefined, storedName?: string | null): BugNotification['view'] {
  const name = storedName ?? standardViews.find(({ _id }) => _id === id)?.name
  return id && name ? { _id: id, name } : undefined
}
