import { maxViewNameLength, type View, type ViewSearch } from '#shared/views/contract.ts'
import { DeleteViewDialog } from './delete-view-dialog.tsx'
import { RenameViewDialog } from './rename-view-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'

export type ViewDialog = 'save' | 'rename' | 'delete'

/** Asks what one of these needs to know; the list loads the three of them late. */
export function ViewDialogs({
  dialog,
  view,
  search,
  summary,
  onSaved,
  onDeleted,
  onClose,
}: {
  dialog: ViewDialog
  view: View | undefined
  search: ViewSearch
  /** What the search finds, in words. */
  summary: readonly string[]
  onSaved: (view: View) => void
  onDeleted: () => void
  onClose: () => void
}) {
  if (dialog === 'save') {
    const name = view ? `${view.name.slice(0, maxViewNameLength - 9)}, changed` : ''
    return <SaveViewDialog search={search} summary={summary} name={name} onSaved={onSaved} onClose={onClose} />
  }
  if (!view) return null
  if (dialog === 'rename') return <RenameViewDialog view={view} onClose={onClose} />
  return <DeleteViewDialog view={view} onDeleted={onDeleted} onClose={onClose} />
}
