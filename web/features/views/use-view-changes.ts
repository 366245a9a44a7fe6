import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteView,
  editView,
  pinView,
  setViewBell,
  type View,
  type ViewSearch,
  type ViewTells,
} from '#shared/views/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { viewsQuery } from '#web/lib/views-query.ts'
import { viewKeys, viewQuery } from './view-queries.ts'

/** What can be changed about a view. */
export interface ViewChange {
  readonly name?: string
  readonly search?: ViewSearch
  readonly isShared?: boolean
  readonly isPinned?: boolean
  readonly tells?: ViewTells
}

interface Change {
  readonly view: View
  readonly change: ViewChange
  /** Said once it is done; nothing where the screen says it. */
  readonly done?: string
}

/**
 * Changes a view. It shows at once; where the server refuses, it shows as it was, and the refusal offers to try again.
 */
export function useChangeView() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ view, change }: Change) => send(view, change),
    onMutate: async ({ view, change }) => {
      await client.cancelQueries({ queryKey: viewKeys.all })
      putView(client, { ...view, ...change })
    },
    onSuccess: (view, { done }) => {
      putView(client, view)
      if (done !== undefined) toastSuccess(done)
    },
    onError: (error, asked) => {
      putView(client, asked.view)
      const again = { label: 'Try again', onClick: () => mutate(asked) }
      toastFailure(
        `“${asked.view.name}” could not be changed.`,
        referenceOf(error),
        explainRefusal(error).explanation,
        again,
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: viewKeys.all }),
  })
  return mutate
}

async function send(view: View, { isPinned, tells, ...rest }: ViewChange): Promise<View> {
  const params = { viewId: view._id }
  if (tells !== undefined) return (await call(setViewBell, { params, body: { tells } })).result
  if (isPinned !== undefined) return (await call(pinView, { params, body: { pinned: isPinned } })).result
  return (await call(editView, { params, body: rest })).result
}

/** Deletes a view for good. `onDone` is called once it is gone. */
export function useDeleteView(onDone: (view: View) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (view: View) => call(deleteView, { params: { viewId: view._id } }),
    onSuccess: async (_reply, view) => {
      await client.cancelQueries({ queryKey: viewKeys.all })
      onDone(view)
      client.setQueryData(viewsQuery.queryKey, (known) => known?.filter(({ _id }) => _id !== view._id))
      client.removeQueries({ queryKey: viewKeys.one(view._id) })
      toastSuccess(`The view “${view.name}” is deleted.`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: viewKeys.all }),
  })
}

/** Shows a view as it is now, wherever it is shown. Somebody else's stands in the list while it is pinned. */
export function putView(client: QueryClient, view: View): void {
  client.setQueryData(viewQuery(view._id).queryKey, view)
  client.setQueryData(viewsQuery.queryKey, (known) => {
    if (!known) return known
    if (known.some(({ _id }) => _id === view._id)) return known.map((one) => (one._id === view._id ? view : one))
    return view.isPinned || view.abilities.edit ? [...known, view] : known
  })
}
