import { type ReactNode, useRef } from 'react'
import { editView, maxViewNameLength } from '#shared/views/contract.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const audiences = [
  { value: 'private', words: 'Only me' },
  { value: 'shared', words: 'Whoever has the link' },
] as const

/** What a view is called, and who may open it. */
export interface ViewFacts {
  readonly name: string
  readonly isShared: boolean
}

/** Asks for a view's name and audience. It stays until what was asked for is done, with the words as they were typed. */
export function ViewNameForm({
  title,
  facts,
  submit,
  isPending,
  notice,
  children,
  onSubmit,
  onClose,
}: {
  title: string
  facts: ViewFacts
  /** The button's verb. */
  submit: string
  isPending: boolean
  /** Why it could not be done. */
  notice?: ReactNode
  children?: ReactNode
  onSubmit: (facts: ViewFacts) => void
  onClose: () => void
}) {
  const form = useForm({
    initial: facts,
    labels: { name: 'Name', isShared: 'Who may open it' },
    schema: editView.body,
    words: { name: 'A view needs a name.' },
  })
  const field = useRef<HTMLInputElement>(null)

  function send() {
    if (!form.check()) return false
    if (!isPending) onSubmit({ ...form.values, name: form.values.name.trim() })
    return true
  }

  return (
    <Dialog title={title} initialFocus={field} onClose={onClose}>
      <Form label={title} onSubmit={send}>
        {children}
        <TextField
          {...form.field('name')}
          ref={field}
          autoComplete="off"
          dir="auto"
          maxLength={maxViewNameLength}
          onFocus={(event) => event.currentTarget.select()}
          errorRole="alert"
        />
        <Choice
          label="Who may open it"
          choices={audiences}
          value={form.values.isShared ? 'shared' : 'private'}
          onChange={(audience) => form.change({ isShared: audience === 'shared' })}
        />
        {notice}
        <SubmitOrCancel submit={submit} isSending={isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
