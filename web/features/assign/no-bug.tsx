import { IconBugOff } from '@tabler/icons-react'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** For an address that names no bug to assign. */
export function NoBug({ title }: { title: string }) {
  return (
    <EmptyState
      icon={<IconBugOff size={28} stroke={1.5} />}
      title={title}
      action={<ButtonLink to={paths.bugList}>Go to the bug list</ButtonLink>}
    >
      Choose a bug in the list, and Assign User in its menu.
    </EmptyState>
  )
}
