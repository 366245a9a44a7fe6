import { useEffect } from 'react'
import type { AnyColumn } from '#shared/bugs/columns.ts'
import { type CustomField, fieldText, type FieldValue, valueIn } from '#shared/custom-fields/custom-field.ts'
import { keyOfTerm } from '#shared/custom-fields/field-name.ts'
import { useFields } from '#web/features/custom-fields/public.ts'
import type { FieldsOfRow } from './bug-row.tsx'

/** Says how rows show the custom fields that are columns, once it is known what these are called. */
export function FieldColumns({
  columns,
  onShow,
}: {
  columns: ReadonlySet<AnyColumn>
  onShow: (show: () => FieldsOfRow) => void
}) {
  const fields = useFields()
  useEffect(() => {
    const shown = [...columns].flatMap((column) => keyOfTerm(column) ?? [])
    onShow(() => ({ product, fields: values }) => {
      const ofProduct = fields.filter((field) => field.product._id === product._id)
      return shown.map((key) => {
        const [field, value] = [ofProduct.find((one) => one.key === key), valueIn(values, key)]
        return field && value !== null && <FieldChip key={key} field={field} value={value} />
      })
    })
  }, [columns, fields, onShow])
  return null
}

/** Values that say nothing without the name of their field. */
const named: ReadonlySet<CustomField['kind']> = new Set(['number', 'date', 'yes-no'])

function FieldChip({ field: { name, kind }, value }: { field: CustomField; value: FieldValue }) {
  const words = fieldText(value)
  const isWhole = named.has(kind)
  return (
    <span className={`bug-label bug-field${isWhole ? ' bug-field-whole' : ''}`} title={`${name}: ${words}`}>
      <span className="one-line">
        <span className={isWhole ? undefined : 'visually-hidden'}>
          <bdi>{name}</bdi>:{' '}
        </span>
        <bdi>{words}</bdi>
      </span>
    </span>
  )
}
