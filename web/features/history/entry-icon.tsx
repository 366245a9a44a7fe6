import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowsExchange,
  IconBug,
  IconCategory,
  IconCircleDot,
  IconCircleX,
  IconGitMerge,
  IconLink,
  IconMessage,
  IconMessagePlus,
  IconMessageX,
  IconPencil,
  IconUnlink,
  IconUserMinus,
  IconUserPlus,
  IconUsersMinus,
  IconUsersPlus,
} from '@tabler/icons-react'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'

/** What kind of thing an entry tells of. */
export function EntryIcon({ entry }: { entry: TimelineEntry }) {
  const Icon = entry.undoes === undefined ? iconOf(entry) : IconArrowBackUp
  return <Icon size={16} stroke={1.75} />
}

function iconOf({ kind, changes: [change] }: TimelineEntry) {
  switch (kind) {
    case 'reported':
      return IconBug
    case 'edited':
    case 'comment-edited':
      return IconPencil
    case 'status-changed':
      return change?.to?.text === 'Closed' || change?.to?.text === 'Resolved' ? IconCircleX : IconCircleDot
    case 'classified':
      return IconCategory
    case 'fields-changed':
    case 'links-changed':
      return IconAdjustmentsHorizontal
    case 'moved':
      return IconArrowsExchange
    case 'assigned':
      return change?.to ? IconUserPlus : IconUserMinus
    case 'duplicate-linked':
      return IconLink
    case 'merged':
      return IconGitMerge
    case 'duplicate-added':
      return IconLink
    case 'duplicate-removed':
      return IconUnlink
    case 'reader-added':
      return IconUserPlus
    case 'reader-removed':
      return IconUserMinus
    case 'joined':
      return IconUsersPlus
    case 'left':
      return IconUsersMinus
    case 'comment-added':
      return IconMessage
    case 'comment-deleted':
      return IconMessageX
    case 'comment-restored':
      return IconMessagePlus
  }
}
