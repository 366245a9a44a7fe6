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
import type { ReactNode } from 'react'
import type { View } from '#shared/views/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
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
  const { edit } = view.abilities
  const Pin = view.isPinned ? IconPinnedOff : IconPin
  const Audience = view.isShared ? IconLock : IconWorld
  return (
    <ActionMenu label={`Actions for the view ${view.name}`}>
      {onDiscard && (
        <Item icon={<IconArrowBackUp size={16} aria-hidden />} onClick={onDiscard}>
          Discard changes
        </Item>
      )}
      <Item icon={<IconCopy size={16} aria-hidden />} onClick={() => void copyLink(view)}>
        Copy link
      </Item>
      <Item icon={<Pin size={16} aria-hidden />} onClick={() => change({ view, change: { isPinned: !view.isPinned } })}>
        {view.isPinned ? 'Unpin' : 'Pin to the Bugs menu'}
      </Item>
      {edit && (
        <>
          <Item icon={<IconPencil size={16} aria-hidden />} onClick={onRename}>
            Rename
          </Item>
          <Item
            icon={<Audience size={16} aria-hidden />}
            onClick={() => {
              change({ view, change: { isShared: !view.isShared } })
              if (!view.isShared) void copyLink({ ...view, isShared: true })
            }}
          >
            {view.isShared ? 'Make private' : 'Share by link'}
          </Item>
          <Item icon={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete
          </Item>
        </>
      )}
    </ActionMenu>
  )
}

function Item({ icon, children, onClick }: { icon: ReactNode; children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className="action-menu-item" onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}

async function copyLink(view: View): Promise<void> {
  await copyText(`${location.origin}${paths.bugList}?view=${encodeURIComponent(view._id)}`)
  if (view.isShared) toastSuccess('Link copied.')
  else toastWarning('Link copied.', undefined, 'This view is private: only you can open the link until it is shared.')
}
