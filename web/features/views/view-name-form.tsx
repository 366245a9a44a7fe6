import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { maxViewNameLength } from '#shared/views/contract.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'

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
  const [name, setName] = useState(facts.name)
  const [audience, setAudience] = useState<'private' | 'shared'>(facts.isShared ? 'shared' : 'private')
  const [wasSent, setWasSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // After the dialog is open, which gives the focus to its first button.
  useEffect(() => field.current?.select(), [])
  const error = wasSent && name.trim() === '' ? 'A view needs a name.' : undefined

  function send() {
    setWasSent(true)
    if (name.trim() === '') return false
    if (!isPending) onSubmit({ name: name.trim(), isShared: audience === 'shared' })
    return true
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} onSubmit={send}>
        {children}
        <TextInput
          label="Name"
          ref={field}
          autoComplete="off"
          maxLength={maxViewNameLength}
          value={name}
          error={error}
          errorProps={{ role: 'alert' }}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choice label="Who may open it" choices={audiences} value={audience} onChange={setAudience} />
        {notice}
        <FormActions>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
