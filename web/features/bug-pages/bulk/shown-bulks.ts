import { maxListedBulks } from '#shared/bulk/contract.ts'
import { remembered } from '#web/lib/remembered.ts'

/** The bulk changes that this browser shows, also once they are done, until somebody dismisses them: their ids. */
const shown = remembered('mothlight-bulk-changes')

const idsIn = (text: string | undefined) => text?.split(' ').filter((id) => id !== '') ?? []

/** Returns the ids of the bulk changes that are shown although they are done. */
export function useShownBulks(): readonly string[] {
  return idsIn(shown.use())
}

/** Shows a bulk change from now on, after a reload as well. */
export function beginShowing(bulkId: string): void {
  const ids = idsIn(shown.get())
  if (!ids.includes(bulkId)) shown.set([...ids, bulkId].slice(-maxListedBulks).join(' '))
}

export function dismiss(...bulkIds: readonly string[]): void {
  shown.set(
    idsIn(shown.get())
      .filter((id) => !bulkIds.includes(id))
      .join(' '),
  )
}
