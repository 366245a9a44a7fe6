import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { toastWarning } from '#web/ui/notices/toast.ts'
import './form.css'

/**
 * A form that Ctrl/Cmd+Enter sends from any field. `onSubmit` answers false when a field is wrong: the first wrong one
 * then takes the focus. While its promise is open the form is not sent again: a key that is held down repeats itself.
 * The browser's own bubbles stay off, because the texts are ours.
 */
export function Form({
  label,
  onSubmit,
  children,
}: {
  /** What the form is for; read out when its fields are entered. */
  label: string
  onSubmit: () => boolean | void | Promise<boolean | void>
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const isOnItsWay = useRef(false)
  const [holds] = useState<Holds>(() => new Map())
  const submit = async () => {
    if (isOnItsWay.current) return
    const [hold] = holds.values()
    if (hold !== undefined) return toastWarning(hold)
    const answer = onSubmit()
    isOnItsWay.current = answer instanceof Promise
    try {
      if ((await answer) === false) setRefusals((count) => count + 1)
    } finally {
      isOnItsWay.current = false
    }
  }
  useActions([
    {
      id: 'form.send',
      label: `Send: ${label}`,
      group: 'Form',
      keys: 'Mod+Enter',
      within: form,
      whileTyping: true,
      inPalette: false,
      run: () => form.current?.requestSubmit(),
    },
  ])
  // An effect, because the fields learn that they are wrong with the same render.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form
      ref={form}
      className="form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormHolds value={holds}>{children}</FormHolds>
    </form>
  )
}

type Holds = Map<symbol, string>

const FormHolds = createContext<Holds | undefined>(undefined)

/**
 * For a field whose value is not there yet: until it is, the form around it sends nothing and says why.
 * @param reason undefined lets it go
 */
export function useHoldForm(reason: string | undefined): void {
  const holds = useContext(FormHolds)
  useEffect(() => {
    if (!holds || reason === undefined) return undefined
    const key = Symbol(reason)
    holds.set(key, reason)
    return () => void holds.delete(key)
  }, [holds, reason])
}

/** The line at the end of a form: the primary action first in reading and tab order. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
