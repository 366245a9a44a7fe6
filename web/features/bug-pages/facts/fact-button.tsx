import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { bugFields } from '#shared/bugs/fields.ts'
import { changeWords, currentOf, type FactBug, factLabel, type FactName, maySetFact } from './facts.ts'
import { FactRefusal, focusNear } from './fact-refusal.tsx'
import { useRefusal } from './refusals.ts'
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
  const [refusal, forget] = useRefusal({ bugId: bug._id, name, current: currentOf(bug, name) }, button)
  return (
    <>
      {maySetFact(bug, name) ? (
        <Pressable name={name} isNamed={isNamed} button={button}>
          {children}
        </Pressable>
      ) : (
        children
      )}
      {refusal && <FactRefusal label={factLabel(name)} refusal={refusal} button={button} onEnd={forget} />}
    </>
  )
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
