import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react'
import { Field, type FieldParts } from './field.tsx'

export interface TextFieldProps extends FieldParts, Omit<ComponentPropsWithRef<'input'>, 'size' | 'className'> {
  /** 36 or 30 px high. */
  readonly size?: 'sm' | 'xs'
  /** At the beginning of the field. */
  readonly icon?: ReactNode
  /** A control at the end of the field. */
  readonly end?: ReactNode
  /** Room for what stands at the end, in pixels, when it is more than a button. */
  readonly endWidth?: number
}

/** Shows a field for one line of text. Without a label it is named by `aria-label`. */
export function TextField({
  label,
  description,
  descriptionBelow = false,
  error,
  errorRole,
  className = '',
  size = 'sm',
  icon,
  end,
  endWidth,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id: input.id, label, description, descriptionBelow, error, errorRole, className }}>
      {(control) => (
        <div
          className="input-box"
          style={endWidth === undefined ? undefined : ({ '--end-width': `${endWidth}px` } as CSSProperties)}
        >
          {icon && <span className="input-start">{icon}</span>}
          <input type="text" {...input} {...control} className="input" data-size={size} />
          {end && <span className="input-end">{end}</span>}
        </div>
      )}
    </Field>
  )
}
