import { IconBugOff } from '@tabler/icons-react'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** For an address that names no bug. Screens differ in how they say so. */
export function InvalidBug({ title = messages.bugView.invalidId }: { title?: string }) {
  return (
    <Page title={title}>
      <EmptyState
        icon={<IconBugOff size={28} stroke={1.5} />}
        title="There is no bug at this address"
        action={<ButtonLink to={paths.bugList}>Go to the bug list</ButtonLink>}
      >
        The link may be cut off or mistyped. The list finds a bug by words, by its key or by the last 8 characters of
        its id.
      </EmptyState>
    </Page>
  )
}
