import { IconX } from '@tabler/icons-react'
import { type Ref, useId } from 'react'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import type { Original } from '../originals/original.ts'

/** The original that was chosen, and the way to none or another. */
export function ChosenOriginal({
  original,
  error,
  buttonRef,
  onChange,
}: {
  original: Original
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onChange: () => void
}) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="field-label">
        Duplicate of
      </p>
      <div className="chosen-original" data-wrong={error !== undefined || undefined}>
        <OpenClosedBadge isClosed={original.isClosed} />
        <span className="original-title">{original.title}</span>
        <span className="mono muted">{original.key}</span>
        <IconButton
          ref={buttonRef}
          size={28}
          aria-label={`Remove the original ${original.title}`}
          title="Remove"
          onClick={onChange}
        >
          <IconX size={16} aria-hidden />
        </IconButton>
      </div>
      <div role="alert">{error !== undefined && <FieldError>{error}</FieldError>}</div>
    </div>
  )
}
