import { useRef } from 'react'
import type { Bulk } from '#shared/bulk/contract.ts'
import { adoptImportedProduct } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ProductForm } from './product-form.tsx'
import { productMessages } from './product-messages.ts'

const labels = { key: 'Key', name: 'Name' } as const
const texts = { success: productMessages.adopted, failure: productMessages.adoptFailed }

/** Asks for the key of the product that is made of an imported name, or of the one that its bugs go to. */
export function AdoptDialog({
  name,
  onBegun,
  onClose,
}: {
  name: string
  onBegun: (bulk: Bulk) => void
  onClose: () => void
}) {
  const form = useForm({ initial: { name, key: keyFor(name) }, labels, schema: adoptImportedProduct.body })
  const send = async (body: { name: string; key: string }) => onBegun((await call(adoptImportedProduct, { body })).bulk)
  const key = useRef<HTMLInputElement>(null)

  return (
    <Dialog title={`Make a product of ${name}`} initialFocus={key} onClose={onClose}>
      <ProductForm
        label="Make a product of it"
        form={form}
        send={send}
        texts={texts}
        failed="No product was made"
        submit="Move its bugs"
        onClose={onClose}
      >
        <p>Its bugs get keys of that product. Their keys until now lead to them further on. It can be undone.</p>
        <TextField
          {...form.field('key')}
          ref={key}
          description="2 to 10 capital letters and digits. With the key of a product that there is, they go there."
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          onChange={(event) => form.change({ key: event.currentTarget.value.toUpperCase() })}
        />
      </ProductForm>
    </Dialog>
  )
}

/** Returns a key that a product of this name could have: the first letters of its words, or its beginning. */
function keyFor(name: string): string {
  const words = name.toUpperCase().match(/[A-Z][A-Z0-9]*/g) ?? []
  const key = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '')
  return key.slice(0, 10)
}
