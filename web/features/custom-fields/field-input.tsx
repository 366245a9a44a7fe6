import type { CustomField, FieldValue } from '#shared/custom-fields/custom-field.ts'
import { PersonPicker } from '#web/features/assign/public.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { CheckList } from './check-list.tsx'
import './field-input.css'

interface Props {
  field: CustomField
  value: FieldValue | undefined
  error?: string | undefined
  isRequired?: boolean
  disabled?: boolean
  onChange: (value: FieldValue | undefined) => void
}

/** Shows the control of a custom field, by its kind. */
export function FieldInput({ field, value, error, isRequired = false, disabled = false, onChange }: Props) {
  const parts = {
    label: <FieldLabel name={field.name} isRequired={isRequired} />,
    description: field.help,
    error,
  }
  const typed = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const text = {
    ...parts,
    value: typed,
    readOnly: disabled,
    required: isRequired,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || undefined),
  }
  switch (field.kind) {
    case 'number':
      return <TextField {...text} className="custom-narrow" inputMode="decimal" />
    case 'date':
      return <TextField {...text} className="custom-narrow" type="date" />
    case 'link':
      return <TextField {...text} type="url" inputMode="url" placeholder="https://…" dir="ltr" />
    case 'choice': {
      const others = typed === '' || field.choices.includes(typed) ? [] : [typed]
      return (
        <SelectField
          {...parts}
          className="custom-narrow"
          disabled={disabled}
          required={isRequired}
          value={typed}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
          options={[{ value: '', label: 'None' }, ...others, ...field.choices]}
        />
      )
    }
    case 'yes-no':
      return (
        <SelectField
          {...parts}
          className="custom-narrow"
          disabled={disabled}
          required={isRequired}
          value={typeof value === 'boolean' ? String(value) : ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
          }
          options={[
            { value: '', label: 'Not said' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
        />
      )
    case 'choices':
      return <Choices {...{ field, value, error, isRequired, disabled, onChange }} />
    case 'person':
      return <Person {...{ field, value, error, isRequired, disabled, onChange }} />
    default:
      return <TextField {...text} dir="auto" />
  }
}

function FieldLabel({ name, isRequired }: { name: string; isRequired: boolean }) {
  return (
    <>
      <bdi>{name}</bdi>
      {isRequired && <span className="muted"> (required)</span>}
    </>
  )
}

function Choices({ field, value, error, isRequired = false, disabled, onChange }: Props) {
  const chosen = Array.isArray(value) ? value : []
  const all = [...field.choices, ...chosen.filter((one) => !field.choices.includes(one))]
  return (
    <CheckList
      label={<FieldLabel name={field.name} isRequired={isRequired} />}
      description={field.help}
      error={error}
      disabled={disabled}
      options={all.map((one) => ({ value: one, words: one }))}
      chosen={chosen}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    />
  )
}

function Person({ field, value, error, isRequired = false, disabled, onChange }: Props) {
  const someone = typeof value === 'object' && !Array.isArray(value) ? value : undefined
  return (
    <Field label={<FieldLabel name={field.name} isRequired={isRequired} />} description={field.help} error={error}>
      {(control) => (
        <div {...control} role="group" tabIndex={-1} aria-label={field.name} className="custom-person">
          {someone && (
            <span className="custom-person-name">
              <Avatar name={someone.fullName} size={24} />
              <bdi>{someone.fullName}</bdi>
            </span>
          )}
          {!disabled && (
            <PersonPicker
              label={someone ? 'Change' : 'Choose…'}
              onPick={({ _id, fullName }) => onChange({ _id, fullName })}
            />
          )}
          {someone && !disabled && (
            <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
              Clear
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
