import { IconLinkOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/page/empty-state.tsx'

/** Says that a link of a mail does nothing any more, and what its reader can do. */
export function LinkEnded({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <EmptyState icon={<IconLinkOff size={28} stroke={1.5} />} title={title} action={action}>
      {children}
    </EmptyState>
  )
}
