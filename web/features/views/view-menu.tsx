import {
  IconArrowBackUp,
  IconCopy,
  IconLock,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react'
import type { View } from '#shared/views/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { copyText } from '#web/ui/controls/copy-text.ts'
import { toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { useChangeView } from './use-view-changes.ts'

/** What can be done to the view that is open. */
export function ViewMenu({
  view,
  onDiscard,
  onRename,
  onDelete,
}: {
  view: View
  /** Goes back to the view as it is saved, where the list shows something else. */
  onDiscard: (() => void) | undefined
  onRename: () => void
  onDelete: () => void
}) {
  const change = useChangeView()
  const offered = [
    { words: 'Discard changes', Icon: IconArrowBackUp, onRun: onDiscard },
    { words: 'Copy link', Icon: IconCopy, onRun: () => void copyLink(view) },
    {
      words: view.isPinned ? 'Unpin' : 'Pin to the Bugs menu',
      Icon: view.isPinned ? IconPinnedOff : IconPin,
      onRun: () => change({ view, change: { isPinned: !view.isPinned } }),
    },
    ...(view.abilities.edit
      ? [
          { words: 'Rename', Icon: IconPencil, onRun: onRename },
          {
            words: view.isShared ? 'Make private' : 'Share by link',
            Icon: view.isShared ? IconLock : IconWorld,
            onRun: () => {
              change({ view, change: { isShared: !view.isShared } })
              if (!view.isShared) void copyLink({ ...view, isShared: true })
            },
          },
          { words: 'Delete', Icon: IconTrash, onRun: onDelete },
        ]
      : []),
  ]
  return (
    <ActionMenu
      label={`Actions for the view ${view.name}`}
      entries={offered.map(
        ({ words, Icon, onRun }) =>
          onRun !== undefined && { key: words, words, icon: <Icon size={16} aria-hidden />, onRun },
      )}
    />
  )
}

async function copyLink(view: View): Promise<void> {
  await copyText(`${location.origin}${paths.bugList}?view=${encodeURIComponent(view._id)}`)
  if (view.isShared) toastSuccess('Link copied.')
  else toastWarning('Link copied.', undefined, 'This view is private: only you can open the link until it is shared.')
}
