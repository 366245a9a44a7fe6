import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BugNotification } from '#shared/following/contract.ts'
import { setViewBell, type ViewTells } from '#shared/views/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

type NamedView = NonNullable<BugNotification['view']>

/** Ends that its reader is told of a view, and says so, with a button that puts it back. */
export function useViewBell() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ view, tells }: { view: NamedView; tells: ViewTells }) =>
      call(setViewBell, { params: { viewId: view._id }, body: { tells } }),
    onSuccess: ({ former }, { view, tells }) => {
      const [key, name] = [`bell ${view._id}`, `“${view.name}”`]
      const back = { label: 'Put it back', onClick: () => mutate({ view, tells: former }) }
      if (tells === 'off') toastSuccess('You hear nothing more of this view', back, name, key)
      else toastSuccess('You hear of this view as before', undefined, name, key)
      return client.invalidateQueries({ queryKey: ['views'] })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
  return { isPending, turnOff: (view: NamedView) => mutate({ view, tells: 'off' }) }
}
