import { IconPencil } from '@tabler/icons-react'
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
import { Button } from '#web/ui/controls/button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
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

function CustomFact({ maySet, ...props }: Props & { maySet: boolean }) {
  const { field, value } = props
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const words = value === null ? <span className="muted">None</span> : <FieldWords value={value} />
  if (isEditing && maySet) {
    return (
      <Fact name={field.name}>
        <Editor {...props} onClose={() => setIsEditing(false)} />
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
      onClick={() => setIsEditing(true)}
    >
      <span className="visually-hidden">{isLink ? `Change ${field.name}` : `${field.name}: `}</span>
      {!isLink && words}
      <IconPencil size={14} aria-hidden className="fact-button-sign not-printed" />
    </button>
  )
  return (
    <Fact name={field.name}>
      {(isLink || !change) && words} {change}
    </Fact>
  )
}

function Editor({ bug, field, value, onClose }: Props & { onClose: () => void }) {
  const [draft, setDraft] = useState<FieldValue | undefined>(value ?? undefined)
  const [error, setError] = useState<string>()
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    area.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [])
  const { mutate } = useBugChange(bug._id, {
    kind: `field ${field.key}`,
    send: async (given: GivenFields[string]) => {
      const body = { fields: { [field.key]: given }, baseVersion: bug.version }
      return (await call(setBugFields, { params: { bugId: bug._id }, query: { comments: 'none' }, body })).result
    },
    onDone: () => toastSuccess(`${field.name} changed`),
    onRefused: (failure) => {
      const conflict = conflictOf(failure)
      const why = conflict ? sinceWords(conflict) : explainError(failure).explanation
      toastFailure(`${field.name} not changed`, referenceOf(failure), why)
    },
  })

  function submit(): boolean {
    const mistake = fieldMistake(field, draft, { isRequired: false, present: value ?? undefined })
    setError(mistake)
    if (mistake !== undefined) return false
    const { [field.key]: _before, ...others } = bug.fields
    const given = givenOf(field, draft)
    const shown = field.kind === 'number' && typeof given === 'number' ? given : draft
    const fields = given === null || shown === undefined ? others : { ...others, [field.key]: shown }
    mutate({ shown: { fields }, body: given })
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
