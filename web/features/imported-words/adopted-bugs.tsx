import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import { type Bulk, undoBulk, viewBulk } from '#shared/bulk/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import { bugsWords } from './bugs-words.ts'

/** How it is told what is done to bugs, each before the name: while it goes on, and once it is done. */
export interface AdoptedWords {
  readonly doing: string
  readonly done: string
  readonly undoing: string
  readonly undone: string
}

/** Shows how many bugs have what was made of a word, and takes that back. */
export function AdoptedBugs({
  name,
  bulk: begun,
  root,
  permission,
  words,
  texts,
  kept,
}: {
  name: string
  bulk: Bulk
  /** The first key of the queries that are read again once it is done. */
  root: string
  /** What the screen needs. */
  permission: Permission
  words: AdoptedWords
  /** What toasts say of taking it back. */
  texts: { readonly success: string; readonly failure: string }
  /** What holds where it could not be taken back. */
  kept: string
}) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights(permission)
  const status = useRef<HTMLParagraphElement>(null)
  const [bulkId, setBulkId] = useState(begun._id)
  const { data: bulk = begun } = useQuery({
    queryKey: [root, 'adopted', bulkId],
    queryFn: async ({ signal }) => (await call(viewBulk, { params: { bulkId }, signal })).result,
    refetchInterval: ({ state }) => (state.data?.isFinished ? false : 700),
  })
  const undo = useMutation({
    mutationFn: async () => (await call(undoBulk, { params: { bulkId } })).result,
    onSuccess: (result) => {
      setBulkId(result._id)
      toastSuccess(texts.success)
      // The button goes.
      status.current?.focus()
    },
    onError: (failure) => toastFailure(texts.failure, referenceOf(failure)),
    onSettled: () => void recheckRights(),
  })
  const { isFinished } = bulk
  useEffect(() => {
    if (!isFinished) return
    void client.invalidateQueries({ queryKey: [root], refetchType: 'active' })
    void client.invalidateQueries({ queryKey: ['bugs'] })
  }, [isFinished, client, root])
  // The row that was pressed goes.
  useEffect(() => status.current?.focus(), [])
  const isUndo = bulk.undoes !== undefined
  return (
    <div className="adopted-bugs">
      <p ref={status} role="status" tabIndex={-1}>
        {isFinished
          ? `${bugsWords(bulk.changed)} ${isUndo ? words.undone : words.done} ${name}${refusedWords(bulk)}.`
          : `${isUndo ? words.undoing : words.doing} ${name}: ${numberOf(bulk.done)} of ${bugsWords(bulk.total)} …`}
      </p>
      {bulk.abilities.undo && !isUndo && (
        <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          Undo
        </Button>
      )}
      {undo.error && !undo.isPending && <FailureNotice title={kept} {...explainRefusal(undo.error)} />}
    </div>
  )
}

const refusedWords = ({ refused }: Bulk) => (refused === 0 ? '' : `, ${numberOf(refused)} could not be`)
