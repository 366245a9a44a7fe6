import type { Routes } from '#server/http/serve.ts'
import * as merging from '#shared/merging/contract.ts'
import type { Waits } from '#server/features/history/public.ts'
import { mergeBug } from './merge-bug.ts'
import { mergedComments } from './merged-comments.ts'
import { waitForLinks } from './original-chain.ts'

export { mergeUndoers } from './undo-merge.ts'

/** Taking such changes back changes links, and those wait before a bug is locked. */
export const linkWaits: Waits = {
  'bug-classified': waitForLinks,
  'bug-duplicate-linked': waitForLinks,
  'bug-merged': waitForLinks,
}

export function bindMerging(routes: Routes): void {
  routes.write(merging.mergeBug, async (call, tx) => ({ result: await mergeBug(call, tx) }))
  routes.read(merging.listMergedComments, ({ actor, params, query }, db) => mergedComments(db, actor, params, query))
}
