import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { standardViews, type View, type ViewSearch } from '#shared/views/contract.ts'
import { maySeeView } from './policy.ts'
import { presentStandardView, presentView, standardView } from './view-presenter.ts'
import { findView, noSuchView, standardDecisionsOf, viewsOf } from './view-store.ts'

/** Returns the views that everybody has, then a person's own A to Z, then others' views that they pinned. */
export async function listViews(db: Db, actor: Actor): Promise<View[]> {
  const decisions = await standardDecisionsOf(db, actor.userId)
  const rows = (await viewsOf(db, actor.userId)).filter((row) => maySeeView(actor, row))
  const isOthers = (row: { ownerId: string }) => Number(row.ownerId !== actor.userId)
  const sorted = rows.toSorted(
    (one, other) =>
      isOthers(one) - isOthers(other) || alphabet.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  )
  return [
    ...standardViews.map((view) => presentStandardView(view, actor, decisions.get(view._id))),
    ...sorted.map((row) => presentView(row, actor)),
  ]
}

const alphabet = new Intl.Collator('en', { numeric: true })

/** Returns a view. @throws AppError not-found also for another person's private view */
export async function readView(db: Db, actor: Actor, viewId: string): Promise<View> {
  const standard = standardView(viewId)
  if (standard) {
    const decisions = await standardDecisionsOf(db, actor.userId)
    return presentStandardView(standard, actor, decisions.get(standard._id))
  }
  const row = await findView(db, actor.userId, viewId)
  if (!row || !maySeeView(actor, row)) throw noSuchView()
  return presentView(row, actor)
}

/**
 * Returns what a view finds; undefined where somebody may not open it, or where a term has come to mean something else since it was
 * saved.
 */
export async function searchOfView(db: Db, actor: Actor, viewId: string): Promise<ViewSearch | undefined> {
  const row = await findView(db, actor.userId, viewId)
  const search = standardView(viewId)?.search ?? (row && maySeeView(actor, row) ? row.search : undefined)
  return search && parseSearch(search.keywords ?? '').ok ? search : undefined
}
