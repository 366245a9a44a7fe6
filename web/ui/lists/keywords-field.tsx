import { IconSearch } from '@tabler/icons-react'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Shows the field for a list's keywords. */
export function KeywordsField({
  value,
  onChange,
  placeholder,
  maxLength,
}: {
  value: string
  onChange: (value: string) => void
  placeholder: string
  maxLength: number
}) {
  return (
    <TextField
      className="filters-keywords"
      type="search"
      aria-label="Keywords"
      dir="auto"
      placeholder={placeholder}
      maxLength={maxLength}
      icon={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
