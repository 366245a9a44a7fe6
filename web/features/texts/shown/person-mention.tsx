import type { ReactNode } from 'react'
import { useSession } from '#web/lib/session/session.ts'

/** A name in a text that is known to be somebody's; one's own stands out. */
export function PersonMention({ userId, children }: { userId: string; children: ReactNode }) {
  const isMe = useSession().userId === userId
  return (
    <span className="mention" data-me={isMe || undefined}>
      {children}
    </span>
  )
}
