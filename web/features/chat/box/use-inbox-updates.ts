import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chatKeys } from '../chat-keys.ts'
import { theChat } from '../channel/the-chat.ts'
import { useChatStatus } from '../channel/use-chat.ts'

/** Milliseconds in which several changes are combined into one read. */
const pause = 250

/** Reads the inbox again whenever the server reports a change, and after a lost connection. */
export function useInboxUpdates(): void {
  const client = useQueryClient()
  const isConnected = useChatStatus() === 'connected'
  useEffect(() => {
    if (!isConnected) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()
    const readAgain = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: chatKeys.lists })
      for (const id of changed) void client.invalidateQueries({ queryKey: chatKeys.view(id) })
      changed.clear()
    }
    void client.invalidateQueries({ queryKey: ['chat'] })
    const end = theChat.onInboxChange((conversationId) => {
      changed.add(conversationId)
      timer ??= setTimeout(readAgain, pause)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [client, isConnected])
}
