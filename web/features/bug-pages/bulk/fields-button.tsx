import { useState } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { type CustomField, fieldText, type FieldValue } from '#shared/custom-fields/custom-field.ts'
import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import { FieldInput, fieldMistake, givenOf, useFields } from '#web/features/custom-fields/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { isSelected, type Selection } from '../select/selection.ts'
import { bugsWords } from './bulk-words.ts'
import type { ChangeOfMany } from './change-bugs.ts'

export { readFields } from '#web/features/custom-fields/public.ts'

export interface FieldsButtonProps {
  /** The bugs on the page of the list. */
  readonly bugs: readonly BugListItem[]
  readonly selection: Selection
  /** How many are selected. */
  readonly count: number
  readonly onSet: (what: Pick<ChangeOfMany, 'field' | 'called' | 'value' | 'words' | 'shown'>) => void
}

/** Sets a custom field of the selected bugs, where those in sight are of one product that has any. */
export function FieldsButton({ bugs, selection, count, onSet }: FieldsButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const selected = bugs.filter(({ _id }) => isSelected(selection, _id))
  const [productId, ...others] = new Set((selected.length > 0 ? selected : bugs).map(({ product }) => product._id))
  const all = useFields()
  const fields = others.length > 0 ? [] : all.filter((field) => field.product._id === productId && !field.isRetired)
  const open = () => setIsOpen(true)
  const label = 'Set a custom field of the selected bugs'
  useActions([{ id: 'bulk.fields', label, group: 'List', isEnabled: fields.length > 0, run: open }])
  if (fields.length === 0) return null
  return (
    <>
      <Button size="xs" variant="default" title={label} aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
        Fields
      </Button>
      {isOpen && <FieldDialog fields={fields} count={count} onSet={onSet} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Asks for one of some custom fields and its value. */
function FieldDialog({
  fields,
  count,
  onSet,
  onClose,
}: Pick<FieldsButtonProps, 'count' | 'onSet'> & { fields: readonly CustomField[]; onClose: () => void }) {
  const [key, setKey] = useState(fields[0]?.key)
  const [draft, setDraft] = useState<FieldValue>()
  const [error, setError] = useState<string>()
  const field = fields.find((one) => one.key === key)
  const isRequired = field?.required === 'report'
  const title = `Set a field of ${bugsWords(count)}`

  function submit(): boolean {
    const mistake = field && fieldMistake(field, draft, { isRequired })
    setError(mistake)
    if (!field || mistake !== undefined) return false
    const given = givenOf(field, draft)
    const value = field.kind === 'number' && typeof given === 'number' ? given : (draft ?? null)
    onSet({
      field: fieldTerm(field.key),
      called: field.name,
      value: given,
      words: value === null ? 'none' : fieldText(value),
      shown: ({ fields: { [field.key]: _before, ...rest } }) => ({
        fields: given === null || value === null ? rest : { ...rest, [field.key]: value },
      }),
    })
    onClose()
    return true
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} onSubmit={submit}>
        <SelectField
          label="Field"
          value={key}
          onChange={({ currentTarget }) => {
            setKey(currentTarget.value)
            setDraft(undefined)
            setError(undefined)
          }}
          options={fields.map(({ key: value, name }) => ({ value, label: name }))}
        />
        {field && (
          <FieldInput
            key={field.key}
            field={field}
            value={draft}
            error={error}
            isRequired={isRequired}
            onChange={setDraft}
          />
        )}
        {!isRequired && <p className="muted">Leave it empty to take the value away.</p>}
        <SubmitOrCancel submit="Set" isSending={false} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
