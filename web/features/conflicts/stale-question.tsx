import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { SinceList } from './since-list.tsx'
import type { StaleChange } from './use-stale-question.ts'

/** Asks whether a change is still wanted, now that others have changed the same. */
export function StaleQuestion({ stale }: { stale: StaleChange | undefined }) {
  if (!stale) return null
  return (
    <ConfirmDialog
      title="This bug has changed meanwhile"
      confirm={`${stale.verb} anyway`}
      cancel="Leave it as it is"
      onConfirm={stale.doAnyway}
      onCancel={stale.leave}
    >
      <SinceList since={stale.since} />
      Your change was not made.
    </ConfirmDialog>
  )
}
