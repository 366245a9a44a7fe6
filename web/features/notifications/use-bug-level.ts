import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BugNotification, setBugLevel } from '#shared/following/contract.ts'
import type { NotificationLevel } from '#shared/following/level.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { levelWords } from '#web/lib/level-words.ts'
import { notificationsQuery } from './notification-queries.ts'

type NamedBug = Pick<BugNotification['bug'], '_id' | 'title'>

interface Choice {
  readonly bug: NamedBug
  readonly body: BodyOf<typeof setBugLevel>
}

/** Sets how much its reader hears of a bug, and says so, with a button that puts it back. */
export function useBugLevel() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ bug, body }: Choice) => call(setBugLevel, { params: { bugId: bug._id }, body }),
    onSuccess: ({ result, former }, { bug, body }) => {
      keepBug(client, { ...result, comments: [] })
      say(bug, body, () => mutate({ bug, body: { ...former, putsBack: true } }))
      void client.invalidateQueries({ queryKey: ['bug-level', bug._id] })
      return client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
  return { isPending, choose: (bug: NamedBug, level: NotificationLevel) => mutate({ bug, body: { level } }) }
}

function say({ _id, title }: NamedBug, { level, putsBack }: Choice['body'], putBack: () => void): void {
  const key = `level ${_id}`
  if (putsBack) toastSuccess('You hear of this bug as before', undefined, `“${title}”`, key)
  else if (level) toastSuccess(levelWords[level].chosen, { label: 'Put it back', onClick: putBack }, `“${title}”`, key)
}
