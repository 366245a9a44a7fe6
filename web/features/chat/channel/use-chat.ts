import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { messages } from '#web/lib/messages.ts'
import { refreshSession, useSession } from '#web/lib/session/session.ts'
import type { Channel } from './channel.ts'
import type { ConnectionStatus } from './chat.ts'
import { theChat } from './the-chat.ts'
import type { Thread } from './thread.ts'

/** Keeps the page connected as the current user. */
export function useChatConnection(): void {
  const client = useQueryClient()
  const session = useSession()
  const { state, name, userId = '' } = session
  const isStaff = session.has('liveChatAdmin')
  useEffect(() => theChat.onHungUp(() => refreshSession(client)), [client])
  useEffect(() => {
    if (state === 'unknown') return
    theChat.enter({ userId, name: state === 'in' ? name : messages.chat.anonymousName, isStaff })
  }, [state, name, userId, isStaff])
}

export function useChatStatus(): ConnectionStatus {
  return useSyncExternalStore(theChat.subscribe, theChat.status)
}

/** Returns the channel of the inbox's conversation with this id, or of the visitor's own without one. */
export function useChannel(conversationId?: string): Channel {
  const current = useCallback(() => theChat.channel(conversationId), [conversationId])
  return useSyncExternalStore(theChat.subscribe, current)
}

export function useThread(channel: Channel): Thread {
  return useSyncExternalStore(channel.subscribe, channel.thread)
}
