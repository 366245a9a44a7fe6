import { type ReactNode, useId } from 'react'
import './checkbox.css'

/** Says yes or no, with words beside it that say what it means as it is. */
export function Checkbox({
  label,
  description,
  checked,
  disabled,
  onChange,
}: {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  const descriptionId = useId()
  return (
    <div className="checkbox">
      <label className="checkbox-label">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={description ? descriptionId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {description && (
        <p id={descriptionId} className="field-description">
          {description}
        </p>
      )}
    </div>
  )
}
