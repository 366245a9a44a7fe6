import type { Actor } from '#server/access/actor.ts'
import { standardViews, type View, type ViewSearch, type ViewTells } from '#shared/views/contract.ts'
import { isPinnedFromStart, mayEditView, tellsFromStart } from './policy.ts'

/** A view as the store reads it; `isPinned` is null where the caller never decided. */
export interface ViewRow {
  readonly id: string
  readonly ownerId: string
  readonly ownerName: string
  readonly name: string
  readonly search: ViewSearch
  readonly isShared: boolean
  readonly createdOn: Date
  readonly isPinned: boolean | null
  /** Null where the caller never decided. */
  readonly tells: ViewTells | null
}

export type StandardView = (typeof standardViews)[number]

/** Returns the standard view of this name; undefined when there is none. */
export function standardView(id: string): StandardView | undefined {
  return standardViews.find((view) => view._id === id)
}

export function presentView(row: ViewRow, actor: Actor): View {
  return {
    _id: row.id,
    name: row.name,
    search: row.search,
    isShared: row.isShared,
    isPinned: row.isPinned ?? isPinnedFromStart(actor, row),
    tells: row.tells ?? 'off',
    owner: { _id: row.ownerId, fullName: row.ownerName },
    createdOn: row.createdOn.toISOString(),
    abilities: { edit: mayEditView(actor, row) },
  }
}

/** What somebody decided about a standard view; null where they never did. */
export interface StandardDecision {
  readonly isPinned: boolean | null
  readonly tells: ViewTells | null
}

/** Converts a standard view: pinned until a person unpins it, and nobody may change it. */
export function presentStandardView(view: StandardView, actor: Actor, decision?: StandardDecision): View {
  return {
    ...view,
    isShared: true,
    isPinned: decision?.isPinned ?? true,
    tells: decision?.tells ?? tellsFromStart(actor, view._id),
    abilities: { edit: false },
  }
}
