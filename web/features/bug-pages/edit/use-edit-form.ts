import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Bug, editBug, editMyBug } from '#shared/bugs/contract.ts'
import {
  bugQuery,
  bugTextLabels,
  bugTextNames,
  type BugTexts,
  useBugTextFields,
  useBugChange,
  useIsChanging,
  useLastFailure,
} from '#web/features/bugs/public.ts'
import { afterConflict, undecided } from '#web/features/conflicts/public.ts'
import { CallError, conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { dismissAllToasts, toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { savedTexts, useEditDraft } from './use-edit-draft.ts'
import { useWayBack } from './use-way-back.ts'

/** The way to change a bug's texts: the creator's own, or that of the permission for any bug. */
export type EditWay = 'my' | 'any'

const kind = 'edit'

/**
 * The edit form: its texts, what is wrong with them, and the way from sending to the bug, whose page shows the new texts
 * at once. When the server refuses them, the way leads back here, where they still are.
 */
export function useEditForm(bug: Bug, way: EditWay) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { draft, texts, isChanged, isRestored, baseVersion, write, decide, discard, replace, ...kept } =
    useEditDraft(bug)
  const { fields, isChecked, hasEmptyField, check } = useBugTextFields(texts, write)
  const comeBack = useWayBack(bug._id, way)
  const isSending = useIsChanging(bug._id, kind)
  const failure = useLastFailure(bug._id, kind)

  const { mutate } = useBugChange(bug._id, {
    kind,
    send: async (body: BugTexts & { baseVersion: number }) =>
      (
        await call(way === 'my' ? editMyBug : editBug, {
          params: { bugId: bug._id },
          query: { comments: 'none' },
          body,
        })
      ).result,
    onDone: (edited, sent) => {
      discard()
      dismissAllToasts()
      toastSuccess(messages.bugEdit.success, undefined, othersWords(edited, sent))
    },
    onRefused: async (error, { baseVersion: _, ...sent }) => {
      const conflict = conflictOf(error)
      if (conflict) {
        replace(afterConflict(savedTexts(await readAgain()), sent, conflict))
        if (!comeBack())
          toastWarning('Your changes are not saved yet', comeBack.action, 'Somebody else changed the same lines.')
        return
      }
      // The form would not open for them now: the bug's page stays, and the text is there when they may come back.
      const isTurnedAway = error instanceof CallError && (error.code === 'not-signed-in' || error.code === 'forbidden')
      const isBack = !isTurnedAway && comeBack()
      const why = `${explainError(error).explanation} Your text is kept.`
      toastFailure(
        messages.bugEdit.failed,
        referenceOf(error),
        why,
        isBack || isTurnedAway ? undefined : comeBack.action,
      )
    },
  })

  /** The bug as it is now, or as it was last known. */
  async function readAgain(): Promise<Bug> {
    try {
      return await client.fetchQuery({ ...bugQuery(bug._id), staleTime: 0, retry: false })
    } catch {
      return client.getQueryData(bugQuery(bug._id).queryKey) ?? bug
    }
  }

  /** False when a field is wrong. */
  function submit(): boolean {
    if (isSending) return true
    if (!check() || undecided(draft).length > 0) return false
    mutate({ shown: texts, body: { ...texts, baseVersion } })
    void navigate({ to: paths.viewBug(bug._id), replace: true, ignoreBlocker: true })
    return true
  }

  const isClash = conflictOf(failure) !== undefined
  return {
    ...kept,
    fields,
    write,
    decide,
    discard,
    isChecked,
    hasEmptyField,
    isChanged,
    /** The changes were made earlier and kept. */
    isRestored: isRestored && !failure,
    submit,
    isSending,
    /** The clash has come up just now. */
    isClash,
    failure: isClash ? null : failure,
  }
}

/** What to say when the saved texts hold what somebody else changed meanwhile. */
function othersWords(edited: Bug, sent: BugTexts): string | undefined {
  const names = bugTextNames.filter((name) => edited[name] !== sent[name]).map((name) => bugTextLabels[name])
  if (names.length === 0) return undefined
  return `Merged with what somebody else changed meanwhile: ${names.join(', ')}.`
}
