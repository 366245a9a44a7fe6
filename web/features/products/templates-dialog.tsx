import { IconArchive, IconArchiveOff, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { createTemplate, editTemplate, type ReportTemplate } from '#shared/custom-fields/contract.ts'
import {
  type CustomField,
  maxTemplateAbout,
  maxTemplateName,
  maxTemplates,
} from '#shared/custom-fields/custom-field.ts'
import type { Product } from '#shared/products/contract.ts'
import { bugTextLabels } from '#web/features/bugs/public.ts'
import { CheckList, fieldsQuery, templatesQuery } from '#web/features/custom-fields/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { Spinner } from '#web/ui/page/spinner.tsx'
import { FormRow, moves } from './fields-dialog.tsx'
import { ProductForm } from './product-form.tsx'
import { useProductWrite } from './use-product-write.ts'
import { productMessages } from './product-messages.ts'

/** Shows the report templates of a product, in their order, and manages them. */
export function TemplatesDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { data, error } = useQuery(templatesQuery)
  const { data: allFields = [] } = useQuery(fieldsQuery)
  const [editing, setEditing] = useState<ReportTemplate | 'new'>()
  const templates = data?.filter((template) => template.product._id === product._id)
  const fields = allFields.filter((field) => field.product._id === product._id && !field.isRetired)
  const offered = templates?.filter(({ isArchived }) => !isArchived) ?? []
  if (editing !== undefined) {
    const template = editing === 'new' ? undefined : editing
    const title = template ? `Edit the template ${template.name}` : `New report template of ${product.name}`
    return (
      <Dialog key={title} title={title} onClose={() => setEditing(undefined)}>
        <TemplateForm product={product} template={template} fields={fields} onDone={() => setEditing(undefined)} />
      </Dialog>
    )
  }
  return (
    <Dialog title={`Report templates of ${product.name}`} onClose={onClose}>
      <div className="product-forms">
        <p className="muted">
          What a report begins with. Of several, the reporter chooses one first; a single one is taken by itself. It
          fills only what the reporter has not written.
        </p>
        <Button
          variant="default"
          size="xs"
          icon={<IconPlus size={16} aria-hidden />}
          disabled={offered.length >= maxTemplates}
          onClick={() => setEditing('new')}
        >
          Add a template
        </Button>
        {templates ? (
          <ol className="product-form-list" aria-label="Report templates">
            {templates.map((template) => (
              <TemplateRow
                key={template._id}
                template={template}
                place={offered.indexOf(template)}
                last={offered.length - 1}
                onEdit={() => setEditing(template)}
              />
            ))}
            {templates.length === 0 && <li className="muted">There are none yet.</li>}
          </ol>
        ) : error ? (
          <FailureNotice title="The templates could not be loaded" {...explainError(error)} />
        ) : (
          <Spinner label="Loading templates" />
        )}
      </div>
    </Dialog>
  )
}

const changing = { success: productMessages.templateUpdated, failure: productMessages.templateUpdateFailed }
const creating = { success: productMessages.templateCreated, failure: productMessages.templateCreateFailed }

interface Change {
  readonly place?: number
  readonly isArchived?: boolean
}

function TemplateRow({
  template,
  place,
  last,
  onEdit,
}: {
  template: ReportTemplate
  /** Less than 0 for an archived one. */
  place: number
  last: number
  onEdit: () => void
}) {
  const { _id, name, about, isArchived, fields } = template
  const { write, failure } = useProductWrite(
    (body: Change) => call(editTemplate, { params: { templateId: _id }, body }),
    changing,
  )
  const filled = [
    ...(['title', 'description', 'stepsToReproduce'] as const).filter((part) => template[part] !== '').map(textOf),
    ...(fields.length > 0 ? [`asks first: ${fields.join(', ')}`] : []),
  ]
  return (
    <FormRow
      name={name}
      facts={[about, ...filled].filter((one) => one !== '').join(' · ')}
      isEnded={isArchived ? 'Archived' : undefined}
      notice={failure && <FailureNotice title="Nothing was changed" {...explainRefusal(failure)} />}
    >
      <ActionMenu
        label={`Actions for the template ${name}`}
        entries={[
          { key: 'edit', icon: <IconPencil size={16} aria-hidden />, words: 'Edit', onRun: onEdit },
          ...moves(place, last, (to) => void write({ place: to })),
          {
            key: 'archive',
            icon: isArchived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />,
            words: isArchived ? 'Restore' : 'Archive',
            onRun: () => void write({ isArchived: !isArchived }),
          },
        ]}
      />
    </FormRow>
  )
}

const textOf = (part: 'title' | 'description' | 'stepsToReproduce') => bugTextLabels[part].toLowerCase()

const labels = {
  name: 'Name',
  about: 'What it is for',
  title: bugTextLabels.title,
  description: bugTextLabels.description,
  stepsToReproduce: bugTextLabels.stepsToReproduce,
  fields: 'Fields asked first',
} as const
type Values = Pick<ReportTemplate, keyof typeof labels>
const nothing: Values = { name: '', about: '', title: '', description: '', stepsToReproduce: '', fields: [] }

function TemplateForm({
  product,
  template,
  fields,
  onDone,
}: {
  product: Product
  template: ReportTemplate | undefined
  fields: readonly CustomField[]
  onDone: () => void
}) {
  const { name, about, title, description, stepsToReproduce, fields: first } = template ?? nothing
  const initial: Values = { name, about, title, description, stepsToReproduce, fields: first }
  const form = useForm<Values>({
    initial,
    labels,
    schema: createTemplate.body,
    words: { name: 'A template needs a name.' },
  })
  const { values } = form
  const send = (body: Values) =>
    template
      ? call(editTemplate, { params: { templateId: template._id }, body })
      : call(createTemplate, { params: { productId: product._id }, body })

  return (
    <ProductForm
      label={template ? 'Edit template' : 'New template'}
      form={form}
      send={send}
      texts={template ? changing : creating}
      failed="Nothing was saved; what you typed is kept"
      submit={template ? 'Save' : 'Add'}
      onClose={onDone}
    >
      <TextField {...form.field('name')} autoComplete="off" dir="auto" maxLength={maxTemplateName} />
      <TextField {...form.field('about')} autoComplete="off" dir="auto" maxLength={maxTemplateAbout} />
      <TextField
        {...form.field('title')}
        description="What the title begins with, or nothing; the same goes for the two texts."
        autoComplete="off"
        dir="auto"
        maxLength={maxTitleLength}
      />
      {(['description', 'stepsToReproduce'] as const).map((part) => (
        <TextArea
          key={part}
          label={labels[part]}
          rows={4}
          limit={maxBodyLength}
          value={values[part]}
          error={form.errors[part]}
          onChange={(text) => form.change({ [part]: text })}
        />
      ))}
      {fields.length > 0 && (
        <CheckList
          label={labels.fields}
          options={fields.map((field) => ({ value: field.key, words: field.name }))}
          chosen={values.fields}
          onChange={(chosen) => form.change({ fields: chosen })}
        />
      )}
    </ProductForm>
  )
}
