import { ActionIcon } from '@mantine/core'
import { IconMessage2Plus, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { useMenu } from '#web/ui/controls/use-menu.ts'
import '#web/ui/controls/action-menu.css'
import { answersQuery } from '../inbox-queries.ts'
import './answers-menu.css'

/** Shows the canned answers, to insert one or to edit them. */
export function AnswersMenu({
  menu,
  onInsert,
  onManage,
}: {
  menu: ReturnType<typeof useMenu>
  onInsert: (message: string) => void
  onManage: () => void
}) {
  const menuId = useId()
  const { data: answers } = useQuery(answersQuery)
  return (
    <div ref={menu.box} className="answers-menu">
      <ActionIcon
        size={30}
        variant="default"
        aria-label="Canned answers"
        title="Canned answers (/)"
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        aria-controls={menu.isOpen ? menuId : undefined}
        onClick={menu.toggle}
        onKeyDown={menu.onKeyDown}
      >
        <IconMessage2Plus size={16} aria-hidden />
      </ActionIcon>
      {menu.isOpen && (
        <div
          id={menuId}
          role="menu"
          tabIndex={-1}
          className="action-menu-items answers-menu-items"
          aria-label="Canned answers"
          onKeyDown={menu.onKeyDown}
        >
          {answers?.map(({ _id, title, message }) => (
            <button
              key={_id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="action-menu-item answers-menu-item"
              onClick={() => {
                menu.close()
                onInsert(message)
                focusField(menu.box.current)
              }}
            >
              <span className="answers-menu-title">{title}</span>
              <span className="answers-menu-message">{message}</span>
            </button>
          ))}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="action-menu-item answers-menu-manage"
            onClick={() => {
              menu.close()
              onManage()
            }}
          >
            <IconPencil size={16} aria-hidden />
            {answers?.length === 0 ? 'Add the first canned answer' : 'Change canned answers'}
          </button>
        </div>
      )}
    </div>
  )
}

/** An inserted text is edited before it is sent. */
function focusField(menu: HTMLElement | null): void {
  menu?.closest('form')?.querySelector('textarea')?.focus()
}
