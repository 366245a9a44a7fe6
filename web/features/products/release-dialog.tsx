import { useState } from 'react'
import { type Bulk, changeBugs } from '#shared/bulk/contract.ts'
import { changeVersion, type Version } from '#shared/parts/contract.ts'
import type { Product } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { bugsWords } from '#web/features/imported-words/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { useProductWrite } from './use-product-write.ts'
import { leftIn } from './version-row.tsx'
import { partMessages } from './product-messages.ts'

/**
 * Marks a version as released, and moves the open bugs that are left to another one. Of one that is released already, only
 * the latter.
 * @param props.open how many are left, of those that the reader sees
 */
export function ReleaseDialog({
  product,
  version,
  others,
  open,
  onMoving,
  onClose,
}: {
  product: Product
  version: Version
  others: readonly Version[]
  open: number
  onMoving: (version: string, bulk: Bulk) => void
  onClose: () => void
}) {
  const mayMove = useSession().has('canClassifyAnyBug') && open > 0
  const next = others.find(({ isReleased }) => !isReleased)
  const [target, setTarget] = useState(mayMove ? (next?._id ?? '') : '')
  const { isReleased, name } = version
  const texts = isReleased
    ? { success: partMessages.moved, failure: partMessages.moveFailed }
    : { success: partMessages.released, failure: partMessages.releaseFailed }
  const { write, isSending, failure } = useProductWrite(async () => {
    // What is left first: where that has changed meanwhile, nothing is released unseen.
    if (target !== '') {
      const body = { query: leftIn(product, version), total: open, fields: { fixedVersion: target } }
      const { result } = await call(changeBugs, { body })
      onMoving(others.find(({ _id }) => _id === target)?.name ?? '', result)
    }
    if (!isReleased) await call(changeVersion, { params: { versionId: version._id }, body: { isReleased: true } })
  }, texts)
  const title = isReleased ? `Move what is left of ${name}` : `Release ${name}?`

  async function submit(): Promise<boolean> {
    if (isSending || (isReleased && target === '')) return true
    if (!(await write(undefined))) onClose()
    return true
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} onSubmit={submit}>
        <p>
          {open === 0
            ? 'Nothing is left to do in it.'
            : `${bugsWords(open)} ${open === 1 ? 'is' : 'are'} still open in it, of those that you see.`}
        </p>
        {mayMove && others.length > 0 && (
          <SelectField
            label="What is left goes to"
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
            options={[
              ...(isReleased ? [] : [{ value: '', label: `${name}, where it is` }]),
              ...others.map((other) => ({
                value: other._id,
                label: other.isReleased ? `${other.name} (released)` : other.name,
              })),
            ]}
          />
        )}
        {failure && <FailureNotice title="Nothing was changed" {...explainRefusal(failure)} />}
        <SubmitOrCancel submit={isReleased ? 'Move' : 'Release'} isSending={isSending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
