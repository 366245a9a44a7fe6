import type { View } from '#shared/views/contract.ts'
import { useChangeView } from './use-view-changes.ts'
import { ViewNameForm } from './view-name-form.tsx'

/** Changes a view's name and audience. It shows at once, so the dialog goes at once; a refusal offers to try again. */
export function RenameViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const change = useChangeView()
  return (
    <ViewNameForm
      title="Rename view"
      facts={view}
      submit="Save"
      isPending={false}
      onSubmit={({ name, isShared }) => {
        if (name !== view.name || isShared !== view.isShared) change({ view, change: { name, isShared } })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
