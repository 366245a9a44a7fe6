import type { Permission } from '#shared/access/permissions.ts'
import { type ListForm, listForms } from '#shared/users/preferences.ts'
import { ownDensity } from '#web/lib/session/own-look.ts'
import { type Session, useSession } from '#web/lib/session/session.ts'
import { useKeepLook } from '#web/lib/session/use-preferences.ts'

export type { ListForm }

/** How many bugs a page of the compact list has for who never chose another number. */
export const compactPageSize = 50

/** Whoever may do one of these works through lists. */
const triage: readonly Permission[] = ['canClassifyAnyBug', 'canReassignAnyBug']

/** Returns the form that the reader chose. Before that it is the comfortable one, and `isOpen` for whoever may triage. */
export function useListForm(): { form: ListForm; setForm: (form: ListForm) => void; isOpen: boolean } {
  const isTriager = mayTriage(useSession())
  const keep = useKeepLook()
  const chosen = ownDensity.use()

  function setForm(density: ListForm) {
    ownDensity.set(density)
    keep({ density })
  }

  const form = listForms.find((one) => one === chosen)
  return { form: form ?? 'comfortable', setForm, isOpen: form === undefined && isTriager }
}

export function mayTriage({ has }: Session): boolean {
  return triage.some(has)
}
