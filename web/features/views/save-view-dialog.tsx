import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createView, type View, type ViewSearch } from '#shared/views/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { putView } from './use-view-changes.ts'
import { viewKeys } from './view-queries.ts'
import { type ViewFacts, ViewNameForm } from './view-name-form.tsx'

/** Names the search that is on the screen. */
export function SaveViewDialog({
  search,
  summary,
  name,
  onSaved,
  onClose,
}: {
  search: ViewSearch
  /** What it finds, in words. */
  summary: readonly string[]
  /** What it might be called. */
  name: string
  onSaved: (view: View) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (facts: ViewFacts) => (await call(createView, { body: { ...facts, search } })).result,
    onSuccess: async (view) => {
      await client.cancelQueries({ queryKey: viewKeys.all })
      putView(client, view)
      onSaved(view)
      onClose()
      toastSuccess(`The view “${view.name}” is saved.`, undefined, 'It is in the Bugs menu now.')
    },
    onSettled: () => client.invalidateQueries({ queryKey: viewKeys.all }),
  })
  return (
    <ViewNameForm
      title="Save view"
      facts={{ name, isShared: false }}
      submit="Save view"
      isPending={isPending}
      notice={error && <FailureNotice title="The view could not be saved." {...explainRefusal(error)} />}
      onSubmit={mutate}
      onClose={onClose}
    >
      <p className="view-summary">
        {summary.map((words) => (
          <span key={words} className="view-summary-part">
            {words}
          </span>
        ))}
      </p>
    </ViewNameForm>
  )
}
