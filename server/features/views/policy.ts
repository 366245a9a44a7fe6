import type { Actor } from '#server/access/actor.ts'

interface Owned {
  readonly ownerId: string
  readonly isShared: boolean
}

/** The owner sees a view, and everybody with its link a shared one; for anybody else it does not exist. */
export function maySeeView(actor: Actor, view: Owned): boolean {
  return view.ownerId === actor.userId || view.isShared
}

/** Only the owner may change or delete a view. */
export function mayEditView(actor: Actor, view: { readonly ownerId: string }): boolean {
  return view.ownerId === actor.userId
}

/** Returns whether a view is in a person's menu before they decide: their own views are, others' are not. */
export function isPinnedFromStart(actor: Actor, view: { readonly ownerId: string }): boolean {
  return view.ownerId === actor.userId
}
