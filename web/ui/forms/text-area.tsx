import { InputBase } from '@mantine/core'
import type { AriaAttributes, ChangeEvent, CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react'
import './text-area.css'

/** Where the count of characters starts to matter, as a part of the limit. */
const near = 0.9

/**
 * A field for text of several lines that grows with it. Text past the limit stays, with a count of what is too much:
 * cutting a pasted log short would lose its end unseen.
 */
export function TextArea({
  limit,
  value,
  rows,
  onChange,
  ...rest
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
} & Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant' | 'aria-haspopup'>) {
  return (
    <div className="text-area" style={{ '--rows': rows } as CSSProperties}>
      <InputBase
        {...rest}
        component="textarea"
        multiline
        value={value}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
        onKeyUp={showWhole}
      />
      <LimitCount length={value.length} limit={limit} />
    </div>
  )
}

/** Browsers scroll no further than to the caret, which leaves most of a tall field below the edge after a Tab. */
function showWhole({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Tab') currentTarget.scrollIntoView({ block: 'nearest' })
}

/** How many characters are left, once few are. */
export function LimitCount({ length, limit }: { length: number; limit: number }) {
  const left = limit - length
  return (
    <p className="limit-count" role="status" data-over={left < 0 || undefined}>
      {length >= limit * near && limitWords(left)}
    </p>
  )
}

function limitWords(left: number): string {
  const count = Math.abs(left).toLocaleString('en-US')
  return left < 0 ? `${count} too many characters` : `${count} characters left`
}
