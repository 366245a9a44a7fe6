import { useEffect, useRef } from 'react'
import type { MergedField } from '#shared/history/conflict.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { TextClash } from './text-clash.tsx'
import type { Choice, OpenConflict } from './text-draft.ts'
import './text-clashes.css'

/** The texts of a form that clash with what others saved meanwhile, each with both sides and a decision to make. */
export function TextClashes({
  conflict,
  fields,
  isAskedFor,
  takesFocus,
  onDecide,
  onWrite,
}: {
  conflict: OpenConflict
  /** What each field is called, how long it may be, and what stands in the form. */
  fields: Readonly<
    Partial<Record<MergedField, { readonly label: string; readonly limit: number; readonly text: string }>>
  >
  /** Saving was tried before everything was decided. */
  isAskedFor: boolean
  /** It has come up just now, and not with a draft of earlier. */
  takesFocus: boolean
  onDecide: (field: MergedField, choice: Choice, text: string) => void
  onWrite: (field: MergedField, text: string) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    // After a navigation, which gives the focus to the screen's heading once it is rendered.
    const frame = requestAnimationFrame(() => {
      place.current?.focus({ preventScroll: true })
      place.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])
  return (
    <div
      ref={place}
      className="text-clashes"
      tabIndex={-1}
      role="group"
      aria-label="Changed by somebody else meanwhile"
    >
      <Notice tone="warning" title="Not saved yet: somebody else changed the same lines">
        Nothing of yours is lost. Compare both, decide, and save again.
      </Notice>
      {conflict.clashes.map((clash) => {
        const field = fields[clash.field]
        return (
          field && (
            <TextClash
              key={clash.field}
              clash={clash}
              since={conflict.since}
              {...field}
              error={isAskedFor && clash.choice === undefined && 'Choose one before you save.'}
              onDecide={(choice, text) => onDecide(clash.field, choice, text)}
              onWrite={(text) => onWrite(clash.field, text)}
            />
          )
        )
      })}
    </div>
  )
}
