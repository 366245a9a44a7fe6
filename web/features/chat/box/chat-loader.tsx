import { useLocation } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useLate } from '#web/ui/late/use-late.ts'
import { ChatToggle } from './chat-toggle.tsx'

const nothingWaiting = { count: 0, words: '' }

/**
 * Loads the live chat of every page. Only its button is part of the first screen; the chat itself loads and connects
 * once the browser is idle after painting. Where the inbox is open there is neither button nor box: the box would show
 * the same conversations.
 */
export function ChatLoader() {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [waiting, setWaiting] = useState(nothingWaiting)
  const [isWanted, setIsWanted] = useState(false)
  const isInbox = useLocation({ select: ({ pathname }) => pathname.startsWith(paths.chat) })
  const isStaff = useSession().has('liveChatAdmin')
  const LiveChat = useLate(load, isWanted ? 'now' : 'idle', () => setIsWanted(false))

  const close = useCallback(() => {
    setIsOpen(false)
    toggle.current?.focus()
  }, [])
  const press = () => {
    setIsWanted(true)
    setIsOpen(!isOpen)
  }
  return (
    <aside className="not-printed" aria-label="Live chat">
      {LiveChat && <LiveChat isOpen={isOpen && !isInbox} onClose={close} onWaiting={setWaiting} />}
      {!isInbox && (
        <ChatToggle
          ref={toggle}
          isOpen={isOpen}
          isQuiet={isStaff}
          waiting={waiting.count}
          waitingWords={waiting.words}
          onClick={press}
        />
      )}
    </aside>
  )
}

const load = () => import('./live-chat.tsx').then(({ LiveChat }) => LiveChat)
