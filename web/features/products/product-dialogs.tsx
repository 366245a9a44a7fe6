import { type RefObject, useRef } from 'react'
import { createProduct, editProduct, type Product } from '#shared/products/contract.ts'
import { maxProductDescriptionLength, maxProductIconLength, maxProductNameLength } from '#shared/products/words.ts'
import { call } from '#web/lib/call.ts'
import { type FormOf, useForm } from '#web/lib/forms/use-form.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ProductForm } from './product-form.tsx'
import { productMessages } from './product-messages.ts'

interface Values {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly isOpen: boolean
}

const labels = { key: 'Key', name: 'Name', description: 'Description', icon: 'Icon', isOpen: 'Who sees it' } as const
const nothing: Values = { key: '', name: '', description: '', icon: '', isOpen: true }

const creating = { success: productMessages.created, failure: productMessages.createFailed }
const editing = { success: productMessages.updated, failure: productMessages.updateFailed }

/** Asks for what a new product is. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ initial: nothing, labels, schema: createProduct.body })
  const send = (values: Values) => call(createProduct, { body: values })
  const key = useRef<HTMLInputElement>(null)

  return (
    <Dialog title="New product" initialFocus={key} onClose={onClose}>
      <ProductForm
        label="New product"
        form={form}
        send={send}
        texts={creating}
        failed="The product was not created; what you typed is kept"
        submit="Create"
        onClose={onClose}
      >
        <TextField
          {...form.field('key')}
          ref={key}
          description="2 to 10 capital letters and digits. Its bugs are called by it, such as MOTH-12; it never changes."
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          onChange={(event) => form.change({ key: event.currentTarget.value.toUpperCase() })}
        />
        <ProductFields form={form} />
      </ProductForm>
    </Dialog>
  )
}

/** Changes what a product is called, and who sees it. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { key, name, description, icon, isOpen, version } = product
  const form = useForm<Values>({ initial: { key, name, description, icon, isOpen }, labels, schema: editProduct.body })
  const send = ({ key: _, ...values }: Values) =>
    call(editProduct, { params: { productId: product._id }, body: { ...values, baseVersion: version } })
  const first = useRef<HTMLInputElement>(null)

  return (
    <Dialog title={`Edit ${name}`} initialFocus={first} onClose={onClose}>
      <ProductForm
        label="Edit product"
        form={form}
        send={send}
        texts={editing}
        failed="Nothing was changed; what you typed is kept"
        submit="Update"
        onClose={onClose}
      >
        <ProductFields form={form} first={first} />
      </ProductForm>
    </Dialog>
  )
}

const sights = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'members', label: 'Members alone' },
] as const

function ProductFields({ form, first }: { form: FormOf<Values>; first?: RefObject<HTMLInputElement | null> }) {
  return (
    <>
      <TextField
        {...form.field('name')}
        {...(first && { ref: first })}
        autoComplete="off"
        dir="auto"
        maxLength={maxProductNameLength}
      />
      <TextField {...form.field('description')} autoComplete="off" dir="auto" maxLength={maxProductDescriptionLength} />
      <TextField
        {...form.field('icon')}
        description="An emoji, or nothing."
        autoComplete="off"
        maxLength={maxProductIconLength}
      />
      <SelectField
        label={labels.isOpen}
        options={sights}
        value={form.values.isOpen ? 'everybody' : 'members'}
        onChange={(event) => form.change({ isOpen: event.currentTarget.value === 'everybody' })}
      />
    </>
  )
}
