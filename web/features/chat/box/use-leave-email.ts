import { useState } from 'react'
import { isRegistrableEmail } from '#shared/users/contract.ts'
import type { Channel } from '../channel/channel.ts'

export type EmailLeaving = ReturnType<typeof useLeaveEmail>

/** Stores an address for an answer, and removes it. */
export function useLeaveEmail(channel: Channel) {
  const [left, setLeft] = useState<string>()
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)

  async function say(email: string) {
    setIsPending(true)
    setError(undefined)
    try {
      await channel.leaveEmail(email)
      setLeft(email || undefined)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'It could not be sent.')
    } finally {
      setIsPending(false)
    }
  }

  return {
    left,
    error,
    isPending,
    leave: async (email: string) => {
      const address = email.trim()
      if (isRegistrableEmail(address)) await say(address)
      else setError('This is no e-mail address')
    },
    takeBack: () => say(''),
  }
}
