import { useId } from 'react'
import './choice.css'

/** A few choices side by side, of which one holds. */
export function Choice({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: ReadonlyArray<{ value: string; words: string }>
  value: string
  onChange: (value: string) => void
}) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend className="mantine-InputWrapper-label">{label}</legend>
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
    </fieldset>
  )
}
