import type { ReactNode } from 'react'
import type { PlainName } from '#shared/bugs/fields.ts'
import { ChoiceIcon } from '#web/features/bugs/public.ts'
import { changeWords, type FactBug, factLabel, type FactName, maySetFact } from './facts.ts'
import './fact-mark.css'

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
