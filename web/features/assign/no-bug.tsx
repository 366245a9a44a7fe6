import { Button } from '@mantine/core'
import { IconBugOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'

/** For an address that names no bug to assign. */
export function NoBug({ title }: { title: string }) {
  return (
    <EmptyState
      icon={<IconBugOff size={28} stroke={1.5} />}
      title={title}
      action={
        <Button component={Link} to={paths.bugList}>
          Go to the bug list
        </Button>
      }
    >
      Choose a bug in the list, and Assign User in its menu.
    </EmptyState>
  )
}
