import type { Permission } from '#shared/access/permissions.ts'
import { remembered } from '#web/lib/remembered.ts'
import { type Session, useSession } from '#web/lib/session/session.ts'

/** How the list shows a bug: one line of facts, or the card with all of them in words. */
export const listForms = ['compact', 'comfortable'] as const
export type ListForm = (typeof listForms)[number]

const choice = remembered('mothlight-list-form')
/** Whoever may do one of these works through lists. */
const triage: readonly Permission[] = ['canClassifyAnyBug', 'canReassignAnyBug', 'canCloseAnyBug', 'canEditAnyBug']

/** Returns the form that was chosen in this browser; before that, the compact one is for whoever may triage. */
export function useListForm(): [form: ListForm, setForm: (form: ListForm) => void] {
  const isTriager = mayTriage(useSession())
  const kept = choice.use()
  return [listForms.find((form) => form === kept) ?? (isTriager ? 'compact' : 'comfortable'), choice.set]
}

export function mayTriage({ has }: Session): boolean {
  return triage.some(has)
}
