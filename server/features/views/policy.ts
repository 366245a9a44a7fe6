import type { Actor } from '#server/access/actor.ts'

interface Owned {
  readonly ownerId: string
  readonly isShared: boolean
}

/** A view is seen by its owner, and a shared one by all who have its link; for anybody else it does not exist. */
export function maySeeView(actor: Actor, view: Owned): boolean {
  return view.ownerId === actor.userId || view.isShared
}

/** A view is changed and deleted by its owner alone. */
export function mayEditView(actor: Actor, view: { readonly ownerId: string }): boolean {
  return view.ownerId === actor.userId
}

/** Whether a view stands in somebody's menu before they say otherwise: one's own does, others' do not. */
export function isPinnedFromStart(actor: Actor, view: { readonly ownerId: string }): boolean {
  return view.ownerId === actor.userId
}
