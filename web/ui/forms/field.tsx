import { type ReactNode, useId } from 'react'
import './field.css'

/** What each field may have around its control. */
export interface FieldParts {
  readonly label?: ReactNode
  readonly description?: ReactNode
  /** Whether the description stands under the control and its error. */
  readonly descriptionBelow?: boolean
  /** What is wrong; `true` marks the control where the words stand elsewhere. */
  readonly error?: ReactNode
  /** For an error that comes while the focus stays elsewhere. */
  readonly errorRole?: 'alert' | undefined
  /** Class of the whole field. */
  readonly className?: string
}

/** Connects a control with its label, description and error. */
interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Shows a control with its label, its description and what is wrong with it. */
export function Field({
  id: givenId,
  label,
  description,
  descriptionBelow = false,
  error,
  errorRole,
  className = '',
  children,
}: FieldParts & {
  /** Of the control; made up when missing. */
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  const [descriptionId, errorId] = [`${id}-description`, `${id}-error`]
  const isWrong = Boolean(error)
  const hasWords = isWrong && error !== true
  const describedBy = [hasWords && errorId, Boolean(description) && descriptionId].filter(Boolean).join(' ')
  const help = description && (
    <p id={descriptionId} className="field-description">
      {description}
    </p>
  )
  return (
    <div className={`field ${className}`}>
      {label && (
        <label htmlFor={id} className="field-label">
          {label}
        </label>
      )}
      {!descriptionBelow && help}
      {children({ id, 'aria-invalid': isWrong || undefined, 'aria-describedby': describedBy || undefined })}
      {hasWords && (
        <FieldError id={errorId} role={errorRole}>
          {error}
        </FieldError>
      )}
      {descriptionBelow && help}
    </div>
  )
}

/** Shows what is wrong with a field. */
export function FieldError({ id, role, children }: { id?: string; role?: 'alert' | undefined; children: ReactNode }) {
  return (
    <p id={id} role={role} className="field-error">
      {children}
    </p>
  )
}
