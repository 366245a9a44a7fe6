import type { ReactNode } from 'react'
import { explainRefusal } from '#web/lib/explain-error.ts'
import type { FormOf } from '#web/lib/forms/use-form.ts'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { useProductWrite } from './use-product-write.ts'

/** What is filled in in a dialog about products: sent when it is right, and kept with the reason when it is refused. */
export function ProductForm<Values extends object>({
  label,
  form,
  send,
  texts,
  failed,
  submit,
  check = form.check,
  onClose,
  children,
}: {
  label: string
  form: FormOf<Values>
  send: (values: Values) => Promise<unknown>
  /** What toasts say. */
  texts: { readonly success: string; readonly failure: string }
  /** What a refusal is called that is about none of the fields. */
  failed: string
  submit: string
  /** Marks what is wrong; returns false where anything is. */
  check?: () => boolean
  /** Called when it was sent, too. */
  onClose: () => void
  children: ReactNode
}) {
  const { write, isSending, failure } = useProductWrite(send, texts)

  async function onSubmit(): Promise<boolean> {
    if (isSending) return true
    if (!check()) return false
    const refused = await write(form.values)
    if (!refused) onClose()
    return !refused || !form.refuse(refused.failure)
  }

  return (
    <Form label={label} onSubmit={onSubmit}>
      {children}
      {failure && !form.isAbout(failure) && <FailureNotice title={failed} {...explainRefusal(failure)} />}
      <SubmitOrCancel submit={submit} isSending={isSending} onCancel={onClose} />
    </Form>
  )
}
