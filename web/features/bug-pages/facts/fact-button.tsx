import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { bugFields } from '#shared/bugs/fields.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Reference } from '#web/ui/notices/reference.tsx'
import { changeWords, type FactBug, factLabel, type FactName, maySetFact } from './facts.ts'
import { type Refusal, useRefusal } from './refusals.ts'
import './fact-button.css'

/**
 * A fact on a bug's page: for whoever may set it a button that `FactPickers` opens, and else its value.
 * @param props.isNamed its value says already which fact it is
 */
export function FactButton({
  bug,
  name,
  isNamed = false,
  children,
}: {
  bug: FactBug
  name: FactName
  isNamed?: boolean
  children: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [refusal, forget] = useRefusal(bug, name, button)
  return (
    <>
      {maySetFact(bug, name) ? (
        <Pressable name={name} isNamed={isNamed} button={button}>
          {children}
        </Pressable>
      ) : (
        children
      )}
      {refusal && <FactRefusal name={name} refusal={refusal} button={button} onEnd={forget} />}
    </>
  )
}

function FactRefusal({
  name,
  refusal,
  button,
  onEnd,
}: {
  name: FactName
  refusal: Refusal
  button: RefObject<HTMLButtonElement | null>
  onEnd: () => void
}) {
  const { words, reference, retry } = refusal
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = place
    const { current: fact } = button
    current?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (current?.contains(document.activeElement)) focusNear(fact)
    }
  }, [button])
  return (
    <div ref={place} className="fact-refusal not-printed">
      <p role="alert">
        <span className="visually-hidden">{factLabel(name)}: </span>
        Not changed. {words}
      </p>
      {reference && <Reference id={reference} />}
      <div className="fact-refusal-ways">
        {retry && (
          <Button
            size="compact"
            variant="default"
            onClick={() => {
              onEnd()
              retry()
            }}
          >
            Try again
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
function focusNear(button: HTMLElement | null): void {
  const near = button?.isConnected ? button : document.querySelector<HTMLElement>('main h1')
  near?.focus({ preventScroll: true })
}

function Pressable({
  name,
  isNamed,
  button,
  children,
}: {
  name: FactName
  isNamed: boolean
  button: RefObject<HTMLButtonElement | null>
  children: ReactNode
}) {
  const { label, key } = bugFields[name]
  // The fact may go, or the right to set it, while the focus is there: the page's heading stays.
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current === document.activeElement) focusNear(null)
    }
  }, [button])
  return (
    <button
      ref={button}
      type="button"
      className="fact-button"
      data-fact={name}
      aria-haspopup="dialog"
      title={`${changeWords(name)} (${key})`}
    >
      {!isNamed && <span className="visually-hidden">{label}: </span>}
      {children}
      <IconChevronDown size={14} aria-hidden className="fact-button-sign not-printed" />
    </button>
  )
}
