import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Reference } from '#web/ui/notices/reference.tsx'
import type { Refusal } from './refusals.ts'
import './fact-refusal.css'

/** Says below a fact why it was not changed. @param props.button what changes the fact; it gets the focus of what goes */
export function FactRefusal({
  label,
  refusal: { words, reference, again },
  button,
  onEnd,
}: {
  label: string
  refusal: Refusal
  button: RefObject<HTMLElement | null>
  onEnd: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = place
    current?.scrollIntoView({ block: 'nearest' })
    return () => {
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- another one than at first, where the fact was shown as it was to be until this was told
      if (current?.contains(document.activeElement)) focusNear(button.current)
    }
  }, [button])
  return (
    <div ref={place} className="fact-refusal not-printed">
      <p role="alert">
        <span className="visually-hidden">{label}: </span>
        Not changed. {words}
      </p>
      {reference && <Reference id={reference} />}
      <div className="fact-refusal-ways">
        {again && (
          <Button
            size="compact"
            variant="default"
            onClick={() => {
              onEnd()
              again.run()
            }}
          >
            {again.words}
          </Button>
        )}
        <Button size="compact" variant="subtle" onClick={onEnd}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}

/** Gives the focus of something that goes to a button, or to the page's heading where that has gone too. */
export function focusNear(button: HTMLElement | null): void {
  const near = button?.isConnected ? button : document.querySelector<HTMLElement>('main h1')
  near?.focus({ preventScroll: true })
}
