import { useEffect, useSyncExternalStore } from 'react'
import type { Channel } from './channel.ts'
import type { Thread } from './thread.ts'
import { useChatStatus } from './use-chat.ts'

/** Reports messages as read while they are on a visible screen. */
export function useSeen(channel: Channel, thread: Thread): void {
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const isConnected = useChatStatus() === 'connected'
  const last = thread.isLoaded ? (thread.messages.at(-1)?.seq ?? 0) : 0
  useEffect(() => {
    if (isVisible && isConnected && last > 0) channel.markSeen()
  }, [channel, isVisible, isConnected, last])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
