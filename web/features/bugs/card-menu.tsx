import { ActionIcon } from '@mantine/core'
import { IconArrowRight, IconCategory, IconDotsVertical, IconPencil, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { useMenu } from './use-menu.ts'
import './card-menu.css'

/** What can be done to a bug from the list; the server has decided which of these its reader may do. */
export function CardMenu({ bug }: { bug: BugListItem }) {
  const { isOpen, box, toggle, onKeyDown } = useMenu()
  const menuId = useId()
  const { edit, classify, assign } = bug.abilities
  return (
    <div ref={box} className="card-menu">
      <ActionIcon
        size={32}
        variant="subtle"
        color="gray"
        aria-label={`Actions for ${bug.title}`}
        title="Actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <IconDotsVertical size={16} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <div
          id={menuId}
          role="menu"
          tabIndex={-1}
          className="card-menu-items"
          aria-label="Actions"
          onKeyDown={onKeyDown}
        >
          <Item to={paths.viewBug(bug._id)} icon={<IconArrowRight size={16} aria-hidden />}>
            Show More
          </Item>
          {edit !== 'none' && (
            <Item
              to={edit === 'my' ? paths.editMyBug(bug._id) : paths.editAnyBug(bug._id)}
              icon={<IconPencil size={16} aria-hidden />}
            >
              Edit
            </Item>
          )}
          {classify && (
            <Item to={paths.classifyBug(bug._id)} icon={<IconCategory size={16} aria-hidden />}>
              Classify
            </Item>
          )}
          {assign && (
            <Item to={paths.assignUser(bug._id)} icon={<IconUserPlus size={16} aria-hidden />}>
              Assign User
            </Item>
          )}
        </div>
      )}
    </div>
  )
}

function Item({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link role="menuitem" tabIndex={-1} className="card-menu-item" to={to}>
      {icon}
      {children}
    </Link>
  )
}
