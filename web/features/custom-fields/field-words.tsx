import { type FieldValue, fieldText } from '#shared/custom-fields/custom-field.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { TextWithLinks } from '#web/ui/text/text-with-links.tsx'
import './field-input.css'

/** Shows the value of a custom field. */
export function FieldWords({ value }: { value: FieldValue }) {
  if (typeof value === 'object' && !Array.isArray(value)) {
    return (
      <span className="custom-person-name">
        <Avatar name={value.fullName} size={24} />
        <bdi>{value.fullName}</bdi>
      </span>
    )
  }
  const words = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : fieldText(value)
  return (
    <bdi>
      <TextWithLinks text={words} />
    </bdi>
  )
}
