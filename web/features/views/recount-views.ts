import type { QueryClient } from '@tanstack/react-query'
import { coalesced } from '#web/lib/coalesced.ts'
import { betweenCounts, viewKeys } from './view-queries.ts'

const recounts = new WeakMap<QueryClient, () => Promise<void>>()

/** Counts the views that are on the screen again because bugs have changed; at most every 5 seconds. */
export function recountViews(client: QueryClient): void {
  let recount = recounts.get(client)
  if (!recount) {
    recount = coalesced(() => client.invalidateQueries({ queryKey: viewKeys.counts }), betweenCounts)
    recounts.set(client, recount)
  }
  void recount()
}
