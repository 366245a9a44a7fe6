import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { ChatToggle } from './chat-toggle.tsx'
import type { LiveChatProps } from './live-chat.tsx'

const nothingWaiting = { count: 0, words: '' }

/**
 * The live chat of every page. Only its button is part of the first screen; the chat itself comes and connects once
 * the page has been painted and has nothing better to do.
 */
export function ChatLoader() {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [waiting, setWaiting] = useState(nothingWaiting)
  const { LiveChat, load } = useLiveChat()

  const close = useCallback(() => {
    setIsOpen(false)
    toggle.current?.focus()
  }, [])
  const press = () => {
    load()
    setIsOpen(!isOpen)
  }
  return (
    <aside className="not-printed" aria-label="Live chat">
      {LiveChat && <LiveChat isOpen={isOpen} onClose={close} onWaiting={setWaiting} />}
      <ChatToggle ref={toggle} isOpen={isOpen} waiting={waiting.count} waitingWords={waiting.words} onClick={press} />
    </aside>
  )
}

function useLiveChat() {
  const [LiveChat, setLiveChat] = useState<ComponentType<LiveChatProps>>()
  const load = useCallback(() => {
    // Without a network, the next press of the button tries again.
    import('./live-chat.tsx').then(
      (module) => setLiveChat(() => module.LiveChat),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, 500)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(load, { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }, [load])
  return { LiveChat, load }
}
