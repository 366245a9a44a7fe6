import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrashOff, IconTrashX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { createField, editField } from '#shared/custom-fields/contract.ts'
import {
  type CustomField,
  type FieldKind,
  fieldKinds,
  isChoiceKind,
  maxChoiceLength,
  maxChoices,
  maxFieldHelp,
  maxFieldName,
  maxFields,
  type Requirement,
} from '#shared/custom-fields/custom-field.ts'
import type { Product } from '#shared/products/contract.ts'
import { firstProductKey } from '#shared/products/words.ts'
import { fieldsQuery } from '#web/features/custom-fields/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { Spinner } from '#web/ui/page/spinner.tsx'
import { ProductForm } from './product-form.tsx'
import { useProductWrite } from './use-product-write.ts'
import { productMessages } from './product-messages.ts'

const kindWords: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'One of several choices',
  choices: 'Some of several choices',
  person: 'Person',
  link: 'Link',
  'yes-no': 'Yes or no',
}
const requiredWords: Readonly<Record<Requirement, string>> = {
  never: 'Never',
  report: 'When a bug is reported',
  close: 'Before a bug is closed',
}

/** Shows the custom fields of a product, in their order, and manages them. */
export function FieldsDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { data, error } = useQuery(fieldsQuery)
  const [editing, setEditing] = useState<CustomField | 'new'>()
  const fields = data?.filter((field) => field.product._id === product._id)
  const offered = fields?.filter(({ isRetired }) => !isRetired) ?? []
  if (editing !== undefined) {
    const field = editing === 'new' ? undefined : editing
    const title = field ? `Edit the field ${field.name}` : `New field of ${product.name}`
    return (
      <Dialog key={title} title={title} onClose={() => setEditing(undefined)}>
        <FieldForm product={product} field={field} onDone={() => setEditing(undefined)} />
      </Dialog>
    )
  }
  return (
    <Dialog title={`Custom fields of ${product.name}`} onClose={onClose}>
      <div className="product-forms">
        <p className="muted">
          What bugs of this product say beside what all bugs say: {maxFields} fields at most. Retired fields are shown
          where they have a value, and offered no longer.
        </p>
        <Button
          variant="default"
          size="xs"
          icon={<IconPlus size={16} aria-hidden />}
          disabled={offered.length >= maxFields}
          onClick={() => setEditing('new')}
        >
          Add a field
        </Button>
        {fields ? (
          <ol className="product-form-list" aria-label="Custom fields">
            {fields.map((field) => (
              <FieldRow
                key={field._id}
                field={field}
                place={offered.indexOf(field)}
                last={offered.length - 1}
                onEdit={() => setEditing(field)}
              />
            ))}
            {fields.length === 0 && <li className="muted">There are none yet.</li>}
          </ol>
        ) : error ? (
          <FailureNotice title="The fields could not be loaded" {...explainError(error)} />
        ) : (
          <Spinner label="Loading fields" />
        )}
      </div>
    </Dialog>
  )
}

const changing = { success: productMessages.fieldUpdated, failure: productMessages.fieldUpdateFailed }

interface Change {
  readonly place?: number
  readonly isRetired?: boolean
}

function FieldRow({
  field,
  place,
  last,
  onEdit,
}: {
  field: CustomField
  /** Less than 0 for a retired one. */
  place: number
  last: number
  onEdit: () => void
}) {
  const { name, key, kind, required, isRetired, choices } = field
  const { write, failure } = useProductWrite(
    (body: Change) => call(editField, { params: { fieldId: field._id }, body }),
    changing,
  )
  const facts = [
    kindWords[kind],
    ...(choices.length > 0 ? [choices.join(', ')] : []),
    ...(required === 'never' ? [] : [`required ${required === 'report' ? 'at report' : 'at close'}`]),
  ]
  return (
    <FormRow
      name={name}
      mark={key}
      facts={facts.join(' · ')}
      isEnded={isRetired ? 'Retired' : undefined}
      notice={failure && <FailureNotice title="Nothing was changed" {...explainRefusal(failure)} />}
    >
      <ActionMenu
        label={`Actions for the field ${name}`}
        entries={[
          { key: 'edit', icon: <IconPencil size={16} aria-hidden />, words: 'Edit', onRun: onEdit },
          ...moves(place, last, (to) => void write({ place: to })),
          {
            key: 'retire',
            icon: isRetired ? <IconTrashOff size={16} aria-hidden /> : <IconTrashX size={16} aria-hidden />,
            words: isRetired ? 'Offer again' : 'Retire',
            onRun: () => void write({ isRetired: !isRetired }),
          },
        ]}
      />
    </FormRow>
  )
}

/** The ways to another place in a list. */
export const moves = (place: number, last: number, onMove: (to: number) => void) => [
  ...(place > 0
    ? [
        {
          key: 'up',
          icon: <IconArrowUp size={16} aria-hidden />,
          words: 'Move up',
          onRun: () => onMove(place - 1),
        },
      ]
    : []),
  ...(place >= 0 && place < last
    ? [
        {
          key: 'down',
          icon: <IconArrowDown size={16} aria-hidden />,
          words: 'Move down',
          onRun: () => onMove(place + 1),
        },
      ]
    : []),
]

/** One of the fields or templates of a product. */
export function FormRow({
  name,
  mark,
  facts,
  isEnded,
  notice,
  children,
}: {
  name: string
  mark?: string
  facts: string
  isEnded?: string | undefined
  notice: ReactNode
  children: ReactNode
}) {
  return (
    <li className="product-form" data-ended={isEnded !== undefined || undefined}>
      <div className="product-form-words">
        <p className="product-form-name">
          <bdi>{name}</bdi> {mark !== undefined && <span className="mono product-key">{mark}</span>}{' '}
          {isEnded !== undefined && <span className="product-archived">{isEnded}</span>}
        </p>
        <p className="muted" dir="auto">
          {facts}
        </p>
        {notice}
      </div>
      {children}
    </li>
  )
}

interface Values {
  readonly name: string
  readonly key: string
  readonly kind: FieldKind
  readonly help: string
  /** One a line. */
  readonly choices: string
  readonly required: Requirement
}

const labels = {
  name: 'Name',
  key: 'Key',
  kind: 'Kind',
  help: 'Help',
  choices: 'Choices',
  required: 'Required',
} as const
const creating = { success: productMessages.fieldCreated, failure: productMessages.fieldCreateFailed }

function FieldForm({
  product,
  field,
  onDone,
}: {
  product: Product
  field: CustomField | undefined
  onDone: () => void
}) {
  const form = useForm<Values>({
    initial: field
      ? { ...field, choices: field.choices.join('\n') }
      : { name: '', key: '', kind: 'text', help: '', choices: '', required: 'never' },
    labels,
  })
  const { values } = form
  const choices = values.choices.split('\n').flatMap((line) => line.trim() || [])
  const send = ({ name, key, kind, help, required }: Values) => {
    const facts = { name, help, required, ...(isChoiceKind(kind) && { choices }) }
    return field
      ? call(editField, { params: { fieldId: field._id }, body: facts })
      : call(createField, { params: { productId: product._id }, body: { ...facts, key, kind } })
  }
  const first = useRef<HTMLInputElement>(null)
  // The key follows the name until somebody writes another one.
  const [isKeyOwn, setIsKeyOwn] = useState(field !== undefined)

  function check(): boolean {
    if (values.name.trim() === '') {
      form.mark('name', 'A field needs a name.')
      return false
    }
    if (isChoiceKind(values.kind) && choices.length === 0) {
      form.mark('choices', 'Write one choice a line.')
      return false
    }
    return true
  }

  // Whoever reports to the first product needs to know of no fields.
  const offered = (['never', 'report', 'close'] as const).filter(
    (one) => one !== 'report' || product.key !== firstProductKey,
  )
  return (
    <ProductForm
      check={check}
      label={field ? 'Edit field' : 'New field'}
      form={form}
      send={send}
      texts={field ? changing : creating}
      failed="Nothing was saved; what you typed is kept"
      submit={field ? 'Save' : 'Add'}
      onClose={onDone}
    >
      <TextField
        {...form.field('name')}
        ref={first}
        autoComplete="off"
        dir="auto"
        maxLength={maxFieldName}
        onChange={(event) => {
          const name = event.currentTarget.value
          form.change({ name, ...(!isKeyOwn && { key: keyFor(name) }) })
        }}
      />
      {!field && (
        <TextField
          {...form.field('key')}
          description={`Names it in the API and in searches, such as field.${values.key || 'browser'}:… It never changes.`}
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
          onChange={(event) => {
            setIsKeyOwn(true)
            form.change({ key: event.currentTarget.value.toLowerCase() })
          }}
        />
      )}
      {!field && (
        <SelectField
          label={labels.kind}
          description="It never changes."
          options={fieldKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
          value={values.kind}
          onChange={({ currentTarget }) =>
            form.change({ kind: fieldKinds.find((kind) => kind === currentTarget.value) ?? 'text' })
          }
        />
      )}
      {isChoiceKind(values.kind) && (
        <TextArea
          label={labels.choices}
          description="One a line, in the order in which they are offered."
          rows={5}
          value={values.choices}
          error={form.errors.choices}
          limit={maxChoices * (maxChoiceLength + 1)}
          onChange={(text) => form.change({ choices: text })}
        />
      )}
      <TextField
        {...form.field('help')}
        description="What is to be entered; shown above the field."
        autoComplete="off"
        dir="auto"
        maxLength={maxFieldHelp}
      />
      <SelectField
        label={labels.required}
        options={offered.map((one) => ({ value: one, label: requiredWords[one] }))}
        value={values.required}
        error={form.errors.required}
        onChange={({ currentTarget }) =>
          form.change({ required: offered.find((one) => one === currentTarget.value) ?? 'never' })
        }
      />
    </ProductForm>
  )
}

/** Returns a key that a field of this name could have. */
function keyFor(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  return plain
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '')
}
