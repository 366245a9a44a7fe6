import { useRef } from 'react'
import { changeVersion, createVersion, type Version } from '#shared/parts/contract.ts'
import { maxPartName } from '#shared/parts/part.ts'
import type { Product } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ProductForm } from './product-form.tsx'
import { partMessages } from './product-messages.ts'

const labels = { name: 'Name', dueOn: 'Day' } as const

/** Asks for what a version is called, and on which day it is due. */
export function VersionDialog({
  product,
  version,
  onClose,
}: {
  product: Product
  version?: Version
  onClose: () => void
}) {
  const title = version ? `Edit ${version.name}` : 'New version'
  const form = useForm({
    initial: { name: version?.name ?? '', dueOn: version?.dueOn ?? null },
    labels,
    schema: createVersion.body,
    words: { name: 'A version needs a name.' },
  })
  const send = (values: { name: string; dueOn: string | null }) => {
    const body = { ...values, name: values.name.trim() }
    return version
      ? call(changeVersion, { params: { versionId: version._id }, body })
      : call(createVersion, { params: { productId: product._id }, body })
  }
  const texts = version
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
        submit={version ? 'Update' : 'Create'}
        onClose={onClose}
      >
        <TextField {...form.field('name')} ref={first} autoComplete="off" dir="auto" maxLength={maxPartName} />
        <TextField
          name="dueOn"
          label={labels.dueOn}
          value={form.values.dueOn ?? ''}
          error={form.errors.dueOn}
          onChange={(event) => form.change({ dueOn: event.currentTarget.value || null })}
          type="date"
          description="When it is due, or was released. With a day it is a milestone; none is fine."
        />
      </ProductForm>
    </Dialog>
  )
}
