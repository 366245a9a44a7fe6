import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { joinBug } from '#shared/following/contract.ts'
import { keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'

/**
 * Says that a bug affects its reader too, with what is different for them, which becomes a comment. Sent again after a
 * failure, it counts once.
 */
export function useJoin(bugId: string, onJoined: (bug: Bug) => void) {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState({ note: '', key: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ note, key }: { note: string; key: string }) => {
      const body = note === '' ? {} : { note }
      return (await call(joinBug, { params: { bugId }, body, headers: { 'idempotency-key': key } })).result
    },
    onSuccess: (bug) => {
      // The comments come with the timeline.
      keepBug(client, { ...bug, comments: [] })
    },
  })

  function join(typed: string) {
    if (isPending) return
    const note = typed.trim() === '' ? '' : typed
    const next = attempt.key !== '' && attempt.note === note ? attempt : { note, key: randomUuid() }
    setAttempt(next)
    // Only where it is still waited for: whoever has left keeps what they wrote.
    mutate(next, { onSuccess: onJoined })
  }
  return { join, isPending, failure: isPending ? null : error }
}
