import type { Actor } from '#server/access/actor.ts'
import type { ViewTells } from '#shared/views/contract.ts'

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

/** The view of which people are told from the start, and who they are: whoever may triage. */
export const toldFromStart = { view: 'untriaged', permission: 'canClassifyAnyBug', tells: 'daily' } as const

/** Returns when somebody is told of what comes into a view that everybody has, before they decide. */
export function tellsFromStart(actor: Actor, view: string): ViewTells {
  return view === toldFromStart.view && actor.permissions.has(toldFromStart.permission) ? toldFromStart.tells : 'off'
}
