import { IconSelector } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldParts } from './field.tsx'

/** Shows the browser's own select. Without a label it is named by `aria-label`. */
export function SelectField({
  label,
  description,
  error,
  className = '',
  size = 'sm',
  options,
  ...select
}: Omit<FieldParts, 'descriptionBelow' | 'errorRole'> &
  Omit<ComponentPropsWithRef<'select'>, 'size' | 'className'> & {
    /** 36 or 30 px high. */
    size?: 'sm' | 'xs'
    options: ReadonlyArray<string | { value: string; label: string }>
  }) {
  return (
    <Field {...{ id: select.id, label, description, error, className }}>
      {(control) => (
        <div className="input-box">
          <select {...select} {...control} className="input" data-size={size}>
            {options.map((option) => {
              const { value, label: words } = typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={value} value={value}>
                  {words}
                </option>
              )
            })}
          </select>
          <span className="input-end select-icon">
            <IconSelector size={size === 'xs' ? 14 : 16} stroke={1.5} aria-hidden />
          </span>
        </div>
      )}
    </Field>
  )
}
