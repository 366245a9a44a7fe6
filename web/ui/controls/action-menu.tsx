import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useMenu } from './use-menu.ts'
import './action-menu.css'

const dots = <IconDotsVertical size={16} aria-hidden />

/**
 * Shows the three-dot menu of a record. Its children are links or buttons with the role `menuitem`, without a tab stop
 * (`tabIndex={-1}`) and with the class `action-menu-item`.
 */
export function ActionMenu({
  label,
  children,
}: {
  /** Names the record, such as "Actions for Lamp flickers". */
  label: string
  children: ReactNode
}) {
  const { isOpen, box, toggle, close, onKeyDown } = useMenu()
  const menuId = useId()
  return (
    <div ref={box} className="action-menu">
      <button
        type="button"
        className="action-menu-button"
        aria-label={label}
        title="Actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        {dots}
      </button>
      {isOpen && (
        <div
          id={menuId}
          role="menu"
          tabIndex={-1}
          className="action-menu-items"
          aria-label="Actions"
          onKeyDown={onKeyDown}
          onClick={({ target }) => {
            // Whatever an item opens finds the focus on the button, and returns it there.
            if (target instanceof Element && target.closest('button[role="menuitem"]')) close()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
