import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Bug, setBugFields } from '#shared/bugs/contract.ts'
import { type CustomField, type FieldValue, type GivenFields, valueIn } from '#shared/custom-fields/custom-field.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { sinceWords } from '#web/features/conflicts/public.ts'
import { FieldInput, fieldMistake, FieldWords, givenOf, useFields } from '#web/features/custom-fields/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { FactRefusal } from '../facts/fact-refusal.tsx'
import { undoButton } from '../facts/late-in-place.ts'
import { forgetOwn, type OwnChange, ownChangeToast, rememberOwn } from '../facts/own-changes.ts'
import { tellBeside, useRefusal } from '../facts/refusals.ts'
import { Fact } from './bug-fact.tsx'
import './custom-facts.css'

/** The custom fields of a bug's product, each changed where it stands by who may edit the bug. */
export function CustomFacts({ bug }: { bug: Bug }) {
  const may = bug.abilities.editMy || bug.abilities.editAny
  const fields = useFields().filter(({ product }) => product._id === bug.product._id)
  return fields.map((field) => {
    const value = valueIn(bug.fields, field.key)
    const maySet = may && !field.isRetired
    if (value === null && !maySet) return null
    return <CustomFact key={`${bug._id} ${field._id}`} bug={bug} field={field} value={value} maySet={maySet} />
  })
}

interface Props {
  bug: Bug
  field: CustomField
  value: FieldValue | null
}

interface Change {
  /** As it is sent. */
  readonly given: GivenFields[string]
  /** As it was written. */
  readonly draft: FieldValue | undefined
  /** As it is shown until the server has answered. */
  readonly shown: FieldValue | null
  /** By which it may be taken back. */
  readonly own: OwnChange
}

function CustomFact({ maySet, ...props }: Props & { maySet: boolean }) {
  const { bug, field, value } = props
  /** What the editor begins with; undefined while the value is shown. */
  const [edited, setEdited] = useState<{ readonly draft: FieldValue | undefined }>()
  const isEditing = edited !== undefined
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const fact = { bugId: bug._id, name: `field ${field.key}`, current: textOf(value) }
  const [refusal, forget] = useRefusal(fact, button)

  function edit(draft: FieldValue | undefined) {
    forget()
    setEdited({ draft })
  }

  function tellRefusal(failure: unknown, { draft, shown }: Change) {
    const conflict = conflictOf(failure)
    const words = conflict ? sinceWords(conflict) : explainError(failure).explanation
    const reference = referenceOf(failure)
    const again = { words: 'Edit again', run: () => edit(draft) }
    if (tellBeside(fact.bugId, fact.name, { words, reference, again, wanted: textOf(shown) })) return
    toastFailure(`${field.name} not changed`, reference, words, { label: again.words, onClick: again.run })
  }

  const words = value === null ? <span className="muted">None</span> : <FieldWords value={value} />
  if (isEditing && maySet) {
    return (
      <Fact name={field.name}>
        <Editor {...props} begun={edited.draft} onRefused={tellRefusal} onClose={() => setEdited(undefined)} />
      </Fact>
    )
  }
  // A link is followed where it stands; beside it is what changes it.
  const isLink = field.kind === 'link' && value !== null
  const change = maySet && (
    <button
      ref={button}
      type="button"
      className="fact-button"
      title={`Change ${field.name}`}
      onClick={() => edit(value ?? undefined)}
    >
      <span className="visually-hidden">{isLink ? `Change ${field.name}` : `${field.name}: `}</span>
      {!isLink && words}
      <IconPencil size={14} aria-hidden className="fact-button-sign not-printed" />
    </button>
  )
  return (
    <Fact name={field.name}>
      {(isLink || !change) && words} {change}
      {refusal && <FactRefusal label={field.name} refusal={refusal} button={button} onEnd={forget} />}
    </Fact>
  )
}

/** A value as text that can be compared. */
const textOf = (value: FieldValue | null | undefined) => JSON.stringify(value ?? null)

function Editor({
  bug,
  field,
  value,
  begun,
  onRefused,
  onClose,
}: Props & {
  begun: FieldValue | undefined
  onRefused: (failure: unknown, change: Change) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState(begun)
  const [error, setError] = useState<string>()
  const client = useQueryClient()
  const { userId = '' } = useSession()
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    area.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [])
  const { mutate } = useBugChange(bug._id, {
    kind: `field ${field.key}`,
    send: async ({ given }: Change) => {
      const body = { fields: { [field.key]: given }, baseVersion: bug.version }
      return (await call(setBugFields, { params: { bugId: bug._id }, query: { comments: 'none' }, body })).result
    },
    onDone: ({ fields }, { own }) => {
      // It may be written in another way and be the same.
      const isSame = textOf(valueIn(fields, field.key)) === textOf(value)
      if (isSame) forgetOwn(own)
      toastSuccess(`${field.name} changed`, isSame ? undefined : undoButton(client, own), undefined, ownChangeToast)
    },
    onRefused: (failure, change) => {
      forgetOwn(change.own)
      onRefused(failure, change)
    },
  })

  function submit(): boolean {
    const mistake = fieldMistake(field, draft, { isRequired: false, present: value ?? undefined })
    setError(mistake)
    if (mistake !== undefined) return false
    const { [field.key]: _before, ...others } = bug.fields
    const given = givenOf(field, draft)
    const written = (field.kind === 'number' && typeof given === 'number' ? given : draft) ?? null
    const shown = given === null ? null : written
    const fields = shown === null ? others : { ...others, [field.key]: shown }
    const own: OwnChange = {
      userId,
      bugId: bug._id,
      title: bug.title,
      label: field.name,
      // The others may be changed meanwhile.
      before: {},
      isToldBy: (told) => told.field === 'field' && told.name === field.name,
    }
    rememberOwn(own)
    mutate({ shown: { fields }, body: { given, draft, shown, own } })
    onClose()
    return true
  }

  return (
    <div
      ref={area}
      role="group"
      aria-label={field.name}
      className="custom-fact-editor"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Form label={`Change ${field.name}`} onSubmit={submit}>
        <FieldInput field={field} value={draft} error={error} onChange={setDraft} />
        <FormActions>
          <Button type="submit" size="xs">
            Save
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}
