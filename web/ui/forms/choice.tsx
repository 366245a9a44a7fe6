import { useId } from 'react'
import { FieldError } from './field.tsx'
import './choice.css'

/** Shows a few options side by side, of which one is chosen, or none yet. */
export function Choice<Value extends string>({
  label,
  choices,
  value,
  error,
  onChange,
}: {
  label: string
  choices: ReadonlyArray<{ value: Value; words: string }>
  value: Value | undefined
  /** Why a choice is missing. */
  error?: string | false
  onChange: (value: Value) => void
}) {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset
      className="choice"
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={Boolean(error) || undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="field-label">{label}</legend>
      <div className="choice-row">
        {choices.map((choice) => (
          <label key={choice.value} className="choice-option">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.words}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
