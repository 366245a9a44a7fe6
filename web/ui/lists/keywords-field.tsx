import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

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
    <TextInput
      className="filters-keywords"
      type="search"
      aria-label="Keywords"
      placeholder={placeholder}
      maxLength={maxLength}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
