import { IconDotsVertical } from '@tabler/icons-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './popup-props.ts'
import { usePopup } from './use-popup.ts'

/** Shows the three-dot menu of a record. */
export function ActionMenu({
  label,
  entries,
}: {
  /** Names the record, such as "Actions for Lamp flickers". */
  label: string
  /** False ones are left out. */
  entries: readonly (MenuEntry | false)[]
}) {
  const { isOpen, button, popup } = usePopup('menu')
  return (
    <>
      <IconButton size={32} aria-label={label} title="Actions" {...button}>
        <IconDotsVertical size={16} aria-hidden />
      </IconButton>
      {isOpen && <Menu {...popup} label="Actions" entries={entries.filter((entry) => entry !== false)} />}
    </>
  )
}
