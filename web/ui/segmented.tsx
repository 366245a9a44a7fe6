import { type ReactNode, useId } from 'react'
import './segmented.css'

/** A choice of one among a few, all of them in sight. The arrow keys move between them. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: ReadonlyArray<{ value: T; words: ReactNode }>
  value: T
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className="segmented not-printed">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segmented-option">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.words}</span>
        </label>
      ))}
    </fieldset>
  )
}
