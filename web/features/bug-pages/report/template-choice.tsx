import type { ReportTemplate } from '#shared/custom-fields/contract.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'

/** Offers the templates of a product. They fill only what nobody has written yet. */
export function TemplateChoice({
  templates,
  value,
  disabled,
  onChoose,
}: {
  templates: readonly ReportTemplate[]
  value: ReportTemplate | undefined
  disabled: boolean
  onChoose: (id: string) => void
}) {
  return (
    <SelectField
      label="Template"
      description={value?.about}
      className="report-product"
      value={value?._id ?? ''}
      disabled={disabled}
      onChange={(event) => onChoose(event.currentTarget.value)}
      options={[{ value: '', label: 'None' }, ...templates.map(({ _id, name }) => ({ value: _id, label: name }))]}
    />
  )
}
