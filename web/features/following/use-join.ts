import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { joinBug } from '#shared/following/contract.ts'
import { keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'

/**
 * Records that a bug affects its reader too, with an optional note, which becomes a comment. A repeated request counts
 * once.
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
    // Only while it is still awaited: a person who has left keeps what they wrote.
    mutate(next, { onSuccess: onJoined })
  }
  return { join, isPending, failure: isPending ? null : error }
}
