import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Bug, editBug, editMyBug } from '#shared/bugs/contract.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { dismissAllToasts, toastError, toastSuccess } from '#web/ui/toast.ts'
import { bugQuery, keepBug } from './bug-queries.ts'
import { bugTextErrors, type BugTextName, hasEmptyText } from './bug-texts.ts'
import { draftedTexts, overtakenTexts, rebased } from './edit-draft.ts'
import { useEditDraft } from './use-edit-draft.ts'

/** The way to change a bug's texts: the creator's own, or that of the permission for any bug. */
export type EditWay = 'my' | 'any'

/** The edit form: its texts, what is wrong with them, and the way from sending back to the bug. */
export function useEditForm(bug: Bug, way: EditWay) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { draft, texts, isChanged, write, discard } = useEditDraft(bug._id, bug)
  const [isRestored, setIsRestored] = useState(isChanged)
  const [isChecked, setIsChecked] = useState(false)
  const errors = bugTextErrors(texts)

  const { mutateAsync, isPending, error } = useMutation({
    /** Gives nothing back when others changed the same text since it was last shown: that has to be seen first. */
    mutationFn: async () => {
      const shown = rebased(bug, draft)
      const saved = await client.fetchQuery({ ...bugQuery(bug._id), staleTime: 0, retry: false })
      if (overtakenTexts(saved, shown).length > 0) return undefined
      const endpoint = way === 'my' ? editMyBug : editBug
      return (await call(endpoint, { params: { bugId: bug._id }, body: draftedTexts(saved, shown) })).result
    },
  })

  /** False when a field is wrong. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    setIsChecked(true)
    if (Object.keys(errors).length > 0) return false
    try {
      const edited = await mutateAsync()
      if (edited) leaveTo(edited)
    } catch {
      toastError(messages.bugEdit.failed)
    }
    return true
  }

  function leaveTo(edited: Bug) {
    discard()
    keepBug(client, edited)
    dismissAllToasts()
    toastSuccess(messages.bugEdit.success)
    void navigate({ to: paths.viewBug(bug._id), replace: true, ignoreBlocker: true })
  }

  function startOver() {
    discard()
    setIsRestored(false)
    setIsChecked(false)
  }

  const field = (name: BugTextName) => ({
    value: texts[name],
    error: isChecked && errors[name],
    onChange: (text: string) => write(name, text),
  })
  return {
    fields: { title: field('title'), description: field('description'), stepsToReproduce: field('stepsToReproduce') },
    /** The texts that others changed too while they were being edited here. */
    overtaken: overtakenTexts(bug, draft),
    /** Gives one's own text up for the saved one. */
    takeTheirs: (name: BugTextName) => write(name, bug[name]),
    hasEmptyField: isChecked && hasEmptyText(texts),
    isChanged,
    /** The changes were made earlier and kept. */
    isRestored: isRestored && isChanged,
    startOver,
    submit,
    isSending: isPending,
    failure: isPending ? null : error,
  }
}
