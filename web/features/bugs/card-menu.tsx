import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowRight, IconCategory, IconDotsVertical, IconPencil, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { paths } from '#web/lib/paths.ts'

/** What can be done to a bug from the list; the server has decided which of these its reader may do. */
export function CardMenu({ bug }: { bug: BugListItem }) {
  const { edit, classify, assign } = bug.abilities
  return (
    // The dropdown goes into the page's main landmark, and nothing but items into the menu.
    <Menu position="bottom-end" portalProps={{ target: '#content' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={32} variant="subtle" color="gray" aria-label={`Actions for ${bug.title}`} title="Actions">
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.viewBug(bug._id)} leftSection={<IconArrowRight size={16} aria-hidden />}>
          Show More
        </Menu.Item>
        {edit !== 'none' && (
          <Menu.Item
            component={Link}
            to={edit === 'my' ? paths.editMyBug(bug._id) : paths.editAnyBug(bug._id)}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            Edit
          </Menu.Item>
        )}
        {classify && (
          <Menu.Item
            component={Link}
            to={paths.classifyBug(bug._id)}
            leftSection={<IconCategory size={16} aria-hidden />}
          >
            Classify
          </Menu.Item>
        )}
        {assign && (
          <Menu.Item
            component={Link}
            to={paths.assignUser(bug._id)}
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            Assign User
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
