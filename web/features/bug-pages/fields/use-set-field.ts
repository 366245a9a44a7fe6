import { useRef } from 'react'
import { type Bug, setBugFields } from '#shared/bugs/contract.ts'
import { bugFields, type ChoiceValue, type PlainName, type PlainValues } from '#shared/bugs/fields.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { sinceWords, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

type Value = ChoiceValue<PlainName>

interface Setting {
  readonly value: Value
  readonly baseVersion: number
}

/**
 * Sets a field of a bug. All screens show it at once and take it back when it fails. When somebody else has changed the
 * same field since it was shown, `stale` asks first.
 */
export function useSetField(bug: Bug, name: PlainName) {
  const { stale, ask } = useStaleQuestion()
  // The arrow keys set one value after the other, sooner than the server answers: each begins from what the last one made.
  const madeVersion = useRef(0)
  const { label } = bugFields[name]
  const { mutate } = useBugChange(bug._id, {
    send: async ({ value, baseVersion }: Setting) => {
      const body = { ...valueOf(name, value), baseVersion: Math.max(baseVersion, madeVersion.current) }
      const { result } = await call(setBugFields, { params: { bugId: bug._id }, query: { comments: 'none' }, body })
      madeVersion.current = result.version
      return result
    },
    onDone: (_changed, { value }) => toastSuccess(`${label} changed`, undefined, `Set to ${value}`),
    onRefused: (error, { value }) => {
      const conflict = conflictOf(error)
      if (conflict && ask(conflict, 'Change', (version) => set(value, version))) return
      const why = conflict ? sinceWords(conflict) : explainError(error).explanation
      toastFailure(`${label} not changed`, referenceOf(error), why)
    },
  })

  function set(value: Value, baseVersion: number) {
    mutate({ shown: valueOf(name, value), body: { value, baseVersion } })
  }
  return { set: (value: Value) => set(value, bug.version), stale }
}

function valueOf(name: PlainName, value: Value): Partial<PlainValues> {
  return { [name]: value }
}
