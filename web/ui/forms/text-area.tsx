import type { AriaAttributes, ComponentPropsWithoutRef, CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react'
import { Field } from './field.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'
import './text-area.css'

/** Share of the limit from which on the count of characters is shown. */
const near = 0.9

/**
 * Shows a field for several lines of text that grows with it. Text past the limit is kept, with a count of the excess:
 * cutting a pasted log would silently lose its end.
 */
export function TextArea({
  limit,
  label,
  description,
  error,
  value,
  rows,
  onChange,
  ...area
}: {
  /** In UTF-16 code units, as the server counts. */
  limit: number
  value: string
  onChange: (value: string) => void
  label: string
  description?: ReactNode
  error?: ReactNode
  placeholder?: string
  /** Height of the empty field, in lines. */
  rows: number
  disabled?: boolean
  readOnly?: boolean
  ref?: Ref<HTMLTextAreaElement>
} & Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant' | 'aria-haspopup'> &
  Pick<
    ComponentPropsWithoutRef<'textarea'>,
    'name' | 'onKeyDown' | 'autoComplete' | 'autoCapitalize' | 'inputMode' | 'spellCheck'
  >) {
  return (
    <div className="text-area" style={{ '--rows': rows } as CSSProperties}>
      <Field label={label} description={description} error={error}>
        {(control) => (
          <textarea
            {...area}
            {...control}
            className="input"
            dir="auto"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyUp={showWhole}
          />
        )}
      </Field>
      <LimitCount length={value.length} limit={limit} />
    </div>
  )
}

/**
 * Scrolls the whole field into view: after a Tab, browsers scroll only to the caret, so most of a tall field may stay
 * hidden.
 */
function showWhole({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Tab') currentTarget.scrollIntoView({ block: 'nearest' })
}

/** Shows how many characters are left, once they are few. */
export function LimitCount({ length, limit }: { length: number; limit: number }) {
  const left = limit - length
  return (
    <p className="limit-count" role="status" data-over={left < 0 || undefined}>
      {length >= limit * near && limitWords(left)}
    </p>
  )
}

function limitWords(left: number): string {
  const count = numberOf(Math.abs(left))
  return left < 0 ? `${count} too many characters` : `${count} characters left`
}
