import { useQueryClient } from '@tanstack/react-query'
import type { Bug } from '#shared/bugs/contract.ts'
import type { BugLink } from '#shared/links/link.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { bugKeys, useBugChange } from '#web/features/bugs/public.ts'
import { sinceWords, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { dismissAllToasts, toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { undoLastMerge } from './undo-last-merge.ts'

/** A bug that another one is merged into, as far as screens name it. */
export type MergeTarget = BugLink

interface Merging {
  readonly into: MergeTarget
  readonly close: boolean
  readonly baseVersion: number
}

/**
 * Merges a bug into another. All screens show it at once and take it back when it fails; afterwards undoing it is on
 * offer. When somebody else has changed the bug since it was shown, `stale` asks first.
 */
export function useMerge(bug: Bug, onMerged: () => void = () => {}) {
  const client = useQueryClient()
  const { stale, ask } = useStaleQuestion()
  const { mutate, isPending } = useBugChange(bug._id, {
    kind: 'merge',
    send: async ({ into, close, baseVersion }: Merging) => {
      const body = { into: into._id, baseVersion, ...(close && { close }) }
      return { ...(await call(mergeBug, { params: { bugId: bug._id }, body })).result, comments: [] }
    },
    onDone: (_merged, { into }) => {
      // The original has got people and comments.
      for (const queryKey of [bugKeys.view(into._id), bugKeys.history(into._id)]) {
        void client.invalidateQueries({ queryKey })
      }
      dismissAllToasts()
      const undo = { label: 'Undo', onClick: () => void undoLastMerge(client, bug._id) }
      toastSuccess('Bug Merged!', undo, `Into “${into.title}”`)
      onMerged()
    },
    onRefused: (error, merging) => {
      const conflict = conflictOf(error)
      if (conflict && ask(conflict, 'Merge', (baseVersion) => send({ ...merging, baseVersion }))) return
      toastFailure('Bug Merge FAILED!', referenceOf(error), conflict ? sinceWords(conflict) : refusal(error))
    },
  })

  function send(merging: Merging) {
    const { into, close } = merging
    const shown = {
      classification: 'duplicate' as const,
      duplicateOf: into,
      isMerged: true,
      ...(close && ({ isClosed: true, status: 'Closed' } as const)),
    }
    mutate({ shown, body: merging })
  }

  return {
    /** @param baseVersion the bug's version when it was asked whether to merge */
    merge: (into: MergeTarget, close: boolean, baseVersion: number) => send({ into, close, baseVersion }),
    isPending,
    stale,
  }
}

/** The server's refusal of an original as a sentence about it. */
function refusal(error: unknown): string {
  return explainError(error).explanation.replace(/^into\b/, 'The original')
}
