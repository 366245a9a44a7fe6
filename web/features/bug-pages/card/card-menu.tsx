import { IconArrowRight, IconCategory, IconPencil, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import './card-menu.css'

/** What can be done to a bug from the list; the server has decided which of these its reader may do. */
export function CardMenu({ bug }: { bug: BugListItem }) {
  const { edit, classify, assign } = bug.abilities
  return (
    <ActionMenu label={`Actions for ${bug.title}`}>
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
    </ActionMenu>
  )
}

function Item({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link role="menuitem" tabIndex={-1} className="action-menu-item" to={to}>
      {icon}
      {children}
    </Link>
  )
}
