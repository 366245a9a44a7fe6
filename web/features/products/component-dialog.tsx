import { IconUserPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { changeComponent, type Component, createComponent } from '#shared/parts/contract.ts'
import { maxPartDescription, maxPartName } from '#shared/parts/part.ts'
import type { Product } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PersonButton } from './person-button.tsx'
import { ProductForm } from './product-form.tsx'
import { partMessages } from './product-messages.ts'

const labels = { name: 'Name', description: 'What belongs to it' } as const

/** Asks for what a component is called, what belongs to it, and who gets its reports. */
export function ComponentDialog({
  product,
  component,
  onClose,
}: {
  product: Product
  component?: Component
  onClose: () => void
}) {
  const title = component ? `Edit ${component.name}` : 'New component'
  const form = useForm({
    initial: { name: component?.name ?? '', description: component?.description ?? '' },
    labels,
    schema: createComponent.body,
    words: { name: 'A component needs a name.' },
  })
  const [assignee, setAssignee] = useState(component?.defaultAssignee ?? null)
  const send = ({ name, description }: { name: string; description: string }) => {
    const body = { name: name.trim(), description, defaultAssignee: assignee?._id ?? null }
    return component
      ? call(changeComponent, { params: { componentId: component._id }, body })
      : call(createComponent, { params: { productId: product._id }, body })
  }
  const texts = component
    ? { success: partMessages.updated, failure: partMessages.updateFailed }
    : { success: partMessages.created, failure: partMessages.createFailed }
  const first = useRef<HTMLInputElement>(null)

  return (
    <Dialog title={title} initialFocus={first} onClose={onClose}>
      <ProductForm
        label={title}
        form={form}
        send={send}
        texts={texts}
        failed="Nothing was changed; what you typed is kept"
        submit={component ? 'Update' : 'Create'}
        onClose={onClose}
      >
        <TextField {...form.field('name')} ref={first} autoComplete="off" dir="auto" maxLength={maxPartName} />
        <TextField {...form.field('description')} autoComplete="off" dir="auto" maxLength={maxPartDescription} />
        <div className="component-default" role="group" aria-labelledby="default-assignee">
          <p id="default-assignee" className="field-label">
            Assigned to at first
          </p>
          {assignee ? (
            <div className="product-member">
              <Avatar name={assignee.fullName} size={24} />
              <bdi>{assignee.fullName}</bdi>
              <IconButton size={28} aria-label="Nobody" title="Nobody" onClick={() => setAssignee(null)}>
                <IconX size={16} aria-hidden />
              </IconButton>
            </div>
          ) : (
            <PersonButton label="Choose a person" icon={<IconUserPlus size={16} aria-hidden />} onPick={setAssignee} />
          )}
          <p className="muted">Who gets the bugs that are reported with it, if they may see them.</p>
        </div>
      </ProductForm>
    </Dialog>
  )
}
