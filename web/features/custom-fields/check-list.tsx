import { type ReactNode, useId } from 'react'
import { FieldError } from '#web/ui/forms/field.tsx'
import './field-input.css'

/** Shows options of which any may be chosen. */
export function CheckList({
  label,
  description = '',
  error,
  disabled = false,
  options,
  chosen,
  onChange,
}: {
  label: ReactNode
  description?: string
  error?: string | undefined
  disabled?: boolean | undefined
  options: ReadonlyArray<{ readonly value: string; readonly words: string }>
  chosen: readonly string[]
  /** With those that are chosen, in the order of the options. */
  onChange: (chosen: string[]) => void
}) {
  const id = useId()
  return (
    <fieldset
      className="custom-choices"
      tabIndex={-1}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="field-label">{label}</legend>
      {description !== '' && <p className="field-description">{description}</p>}
      {options.map(({ value, words }) => (
        <label key={value} className="custom-choice">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={({ currentTarget }) => {
              const isChosen = (one: string) => (one === value ? currentTarget.checked : chosen.includes(one))
              onChange(options.map((option) => option.value).filter(isChosen))
            }}
          />
          <bdi>{words}</bdi>
        </label>
      ))}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
