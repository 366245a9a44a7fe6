import { useSession } from '#web/lib/session/session.ts'
import { useChatConnection } from '../channel/use-chat.ts'
import { StaffChat } from './staff-chat.tsx'
import { VisitorChat } from './visitor-chat.tsx'

export interface LiveChatProps {
  isOpen: boolean
  onClose: () => void
  /** Called with the unread count. Must stay the same function. */
  onWaiting: (waiting: { count: number; words: string }) => void
}

/** Shows the chat for the user's role: staff answer visitors, everybody else talks to staff. */
export function LiveChat(props: LiveChatProps) {
  useChatConnection()
  // While the session is unknown, no permission is known.
  const isStaff = useSession().has('liveChatAdmin')
  return isStaff ? <StaffChat {...props} /> : <VisitorChat {...props} />
}
