import type { QueryClient } from '@tanstack/react-query'
import type { Bug } from '#shared/bugs/contract.ts'
import type { useStaleQuestion } from '#web/features/conflicts/public.ts'
import { setFact } from './set-fact.ts'

/** Closes a bug by its status, as whoever reported it may. */
export function closeOwn(client: QueryClient, bug: Bug, ask: ReturnType<typeof useStaleQuestion>['ask']): void {
  const choice = { value: 'Closed', words: 'Closed', shown: { status: 'Closed', isClosed: true } } as const
  setFact(client, { bug, name: 'status', choice, userId: bug.createdBy._id, isList: false, ask })
}
