import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { bugFields, type PlainName } from '#shared/bugs/fields.ts'
import { ChoiceIcon } from '#web/features/bugs/public.ts'
import { changeWords, type FactBug, factLabel, type FactName, maySetFact } from './facts.ts'
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
  return maySetFact(bug, name) ? (
    <Pressable name={name} isNamed={isNamed}>
      {children}
    </Pressable>
  ) : (
    children
  )
}

function Pressable({ name, isNamed, children }: { name: FactName; isNamed: boolean; children: ReactNode }) {
  const { label, key } = bugFields[name]
  const button = useRef<HTMLButtonElement>(null)
  // The fact may go, or the right to set it, while the focus is there: the page's heading stays.
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current !== document.activeElement) return
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [])
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

/**
 * A fact in a row of the list. Where the reader may set it, it may be pressed; it is no stop of the Tab key, because the
 * keyboard has a key for it.
 */
export function FactMark({
  bug,
  name,
  isOff = false,
  className = '',
  title,
  children,
}: {
  bug: FactBug
  name: FactName
  /** In lists that change nothing. */
  isOff?: boolean
  className?: string
  title?: string
  children: ReactNode
}) {
  if (isOff || !maySetFact(bug, name)) {
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`fact-mark ${className}`}
      data-fact={name}
      aria-haspopup="dialog"
      title={title}
    >
      {children}
    </button>
  )
}

/** The place of a field in a row that is as every bug begins: whoever may set it finds it under the pointer. */
export function UnsetMark({ bug, name }: { bug: FactBug; name: PlainName }) {
  if (!maySetFact(bug, name)) return null
  return (
    <FactMark bug={bug} name={name} className="fact-mark-unset" title={changeWords(name)}>
      <ChoiceIcon name={name} value={bug[name]} />
      <span className="visually-hidden">{`${factLabel(name)}: ${bug[name]}`}</span>
    </FactMark>
  )
}
