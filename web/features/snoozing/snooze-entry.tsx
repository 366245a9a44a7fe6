import { IconZzz } from '@tabler/icons-react'
import type { MenuEntry } from '#web/ui/overlays/popup-props.ts'
import { askOnCard } from './asked-card.ts'

/** Returns the entry of a card's menu that snoozes its bug. */
export function snoozeEntry(bugId: string): MenuEntry {
  return { key: 'Snooze', words: 'Snooze', icon: <IconZzz size={16} aria-hidden />, onRun: () => askOnCard(bugId) }
}
