import { useSession } from '#web/lib/session/session.ts'
import { useChatConnection } from '../channel/use-chat.ts'
import { StaffChat } from './staff-chat.tsx'
import { VisitorChat } from './visitor-chat.tsx'

export interface LiveChatProps {
  isOpen: boolean
  onClose: () => void
  /** Told what waits to be read. Must stay the same function. */
  onWaiting: (waiting: { count: number; words: string }) => void
}

/** The chat as whoever is logged in has it: staff answer visitors, everybody else talks to staff. */
export function LiveChat(props: LiveChatProps) {
  useChatConnection()
  // Who could not be asked about holds nothing.
  const isStaff = useSession().has('liveChatAdmin')
  return isStaff ? <StaffChat {...props} /> : <VisitorChat {...props} />
}
