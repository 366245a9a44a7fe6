import type { ReactNode } from 'react'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Chooses one of a few values of a setting; one that is locked is shown only. */
export function Choice({
  label,
  description,
  options,
  value,
  error,
  isLocked,
  onChange,
}: {
  label: string
  description: ReactNode
  options: readonly { value: string; label: string }[]
  value: string
  error: string | undefined
  isLocked: boolean
  onChange: (value: string) => void
}) {
  if (isLocked) {
    const words = options.find((option) => option.value === value)?.label ?? value
    return <TextField label={label} description={description} error={error} value={words} readOnly />
  }
  return (
    <SelectField
      label={label}
      description={description}
      options={options}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
