import { ActionIcon, Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Ref, useId } from 'react'
import { shortId } from '#shared/bugs/words.ts'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import type { Original } from './classify-original.ts'

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
      <p id={id} className="mantine-InputWrapper-label">
        Duplicate of
      </p>
      <div className="chosen-original" data-wrong={error !== undefined || undefined}>
        <OpenClosedBadge isClosed={original.isClosed} />
        <span className="original-title">{original.title}</span>
        <span className="mono muted">{shortId(original._id)}</span>
        <ActionIcon
          ref={buttonRef}
          size={28}
          variant="subtle"
          color="gray"
          aria-label={`Remove the original ${original.title}`}
          title="Remove"
          onClick={onChange}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div role="alert">{error !== undefined && <Input.Error>{error}</Input.Error>}</div>
    </div>
  )
}
