import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastWarning } from '#web/ui/notices/toast.ts'
import './form.css'

/**
 * Renders a form that Ctrl/Cmd+Enter sends from any field. `onSubmit` returns false when a field is wrong, and the
 * first wrong one then takes the focus. While its promise is pending the form is not sent again, because a key that is
 * held down repeats itself. The browser's own validation messages are off, because the texts are ours.
 */
export function Form({
  label,
  onSubmit,
  instead,
  ref,
  children,
}: {
  /** The purpose of the form, which screen readers announce when its fields are entered. */
  label: string
  onSubmit: () => boolean | void | Promise<boolean | void>
  /** What Ctrl/Cmd+Enter does in place of sending it, such as sending the form that it has led to. */
  instead?: { readonly label: string; readonly run: () => void } | undefined
  /** For what sends it from elsewhere. */
  ref?: RefObject<HTMLFormElement | null>
  children: ReactNode
}) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
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
      label: `Send: ${instead?.label ?? label}`,
      group: 'Form',
      keys: 'Mod+Enter',
      within: form,
      whileTyping: true,
      inPalette: false,
      run: () => (instead ? instead.run() : form.current?.requestSubmit()),
    },
  ])
  // An effect, because the same render marks the wrong fields.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals, form])
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
 * Keeps the form from being sent while a field's value is missing, and shows why.
 * @param reason undefined allows sending again
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

/** Shows the line at the end of a form: the primary action comes first in reading and tab order. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}

/** Ends the form of a dialog: what sends it, and what leaves it. */
export function SubmitOrCancel({
  submit,
  isSending,
  onCancel,
}: {
  submit: string
  isSending: boolean
  onCancel: () => void
}) {
  return (
    <FormActions>
      <Button type="submit" loading={isSending}>
        {submit}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </FormActions>
  )
}
