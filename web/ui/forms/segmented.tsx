import { type ReactNode, useId, useRef } from 'react'
import './segmented.css'

/** Milliseconds after which a pointer counts as staying on an option. */
const rest = 60

/**
 * Shows a choice of one among a few visible options. The arrow keys move between them.
 * @param onReach called as soon as an option may be about to be chosen: the pointer stays on it or presses it
 */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  onReach,
}: {
  label: string
  options: ReadonlyArray<{ value: T; words: ReactNode; title?: string }>
  value: T
  onChange: (value: T) => void
  onReach?: (value: T) => void
}) {
  const name = useId()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => clearTimeout(resting.current)
  const reach = (reached: T) => {
    leave()
    if (reached !== value) onReach?.(reached)
  }
  return (
    <fieldset className="segmented not-printed">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="segmented-option"
          title={option.title}
          onPointerEnter={() => (resting.current = setTimeout(() => reach(option.value), rest))}
          onPointerLeave={leave}
          onPointerDown={() => reach(option.value)}
        >
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
