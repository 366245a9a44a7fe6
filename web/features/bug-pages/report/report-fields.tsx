import type { CustomField } from '#shared/custom-fields/custom-field.ts'
import { type FieldDrafts, FieldInput } from '#web/features/custom-fields/public.ts'

/** The custom fields of the product to which a bug is reported. */
export function ReportFields({
  fields,
  drafts,
  mistakes,
  areRequired,
  disabled,
  onChange,
}: {
  fields: readonly CustomField[]
  drafts: FieldDrafts
  mistakes: ReadonlyMap<string, string>
  areRequired: boolean
  disabled: boolean
  onChange: (key: string, value: FieldDrafts[string] | undefined) => void
}) {
  return fields.map((field) => (
    <FieldInput
      key={field._id}
      field={field}
      value={drafts[field.key]}
      error={mistakes.get(field.key)}
      isRequired={areRequired && field.required === 'report'}
      disabled={disabled}
      onChange={(value) => onChange(field.key, value)}
    />
  ))
}
