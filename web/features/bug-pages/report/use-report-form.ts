import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bug, reportBug } from '#shared/bugs/contract.ts'
import type { ReportTemplate } from '#shared/custom-fields/contract.ts'
import type { CustomField, GivenFields } from '#shared/custom-fields/custom-field.ts'
import type { ProductChoice } from '#shared/products/product-reference.ts'
import { mayChange } from '#shared/bugs/fields.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { bugTextNames, type BugTexts, hasEmptyText, keepBug, useBugTextFields } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useSession } from '#web/lib/session/session.ts'
import { messages } from '#web/lib/messages.ts'
import { dismissAllToasts, toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { useCooldown } from './cooldown.ts'
import type { Forms } from './report-forms.ts'
import { type ReportedParts, useReportDraft } from './use-report-draft.ts'

/** The report form: its texts, what is wrong with them, and the way from sending to the next report. */
export function useReportForm() {
  const draft = useReportDraft()
  const {
    product: chosen,
    isRestored,
    key,
    write,
    choose,
    chooseParts,
    setPrivate,
    replace,
    discard,
    clearSent,
    fieldDrafts,
  } = draft
  const mayBePrivate = useMayReportPrivately()
  const isPrivate = mayBePrivate && draft.isPrivate
  const products = useReceivingProducts()
  const { key: product, name: productName } = products.find((one) => one.key === chosen) ?? products[0] ?? {}
  const [forms, setForms] = useState(noForms)
  const template = templateOf(forms.templates, draft.template)
  const texts = Object.fromEntries(
    bugTextNames.map((part) => [part, draft.isWritten(part) ? draft.texts[part] : (template?.[part] ?? '')]),
  ) as unknown as BugTexts
  const [areFieldsChecked, setAreFieldsChecked] = useState(false)
  const mistakes = forms.mistakesIn(fieldDrafts)
  const productId = useProductWithParts(product)
  const parts = productId === undefined ? {} : draft.parts
  const [reported, setReported] = useState<Bug>()
  const cooldown = useCooldown()
  const { mutateAsync, isPending, error, reset } = useReportBug()
  const { fields, check, uncheck } = useBugTextFields(texts, write)

  /** False when a field is wrong. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (cooldown.left > 0) {
      toastWarning(messages.report.cooldown)
      return true
    }
    setAreFieldsChecked(true)
    if (!check() || mistakes.size > 0) {
      if (hasEmptyText(texts)) toastWarning(messages.report.emptyFields)
      return false
    }
    try {
      const sent = key()
      const custom = forms.givenOf(fieldDrafts)
      setReported(await mutateAsync({ texts, product, parts, isPrivate, fields: custom, key: sent }))
      clearSent(sent)
      uncheck()
      setAreFieldsChecked(false)
      cooldown.start(reportCooldownSeconds)
      dismissAllToasts()
      toastSuccess(messages.report.success)
    } catch (failure) {
      fail(failure)
    }
    return true
  }

  function fail(failure: unknown) {
    if (failure instanceof CallError && failure.code === 'too-many-requests') {
      reset()
      cooldown.start(Math.max(1, failure.retryAfterSeconds ?? reportCooldownSeconds))
      toastWarning(messages.report.cooldown)
    } else toastFailure(messages.report.failed, referenceOf(failure))
  }

  return {
    texts,
    product,
    productName,
    products,
    choose,
    mayBePrivate,
    isPrivate,
    setPrivate,
    /** Whether a product asks anything, which is read apart. */
    hasForms: useSession().hasForms,
    setForms,
    templates: forms.templates,
    template,
    chooseTemplate: draft.chooseTemplate,
    custom: {
      drafts: fieldDrafts,
      mistakes: areFieldsChecked ? mistakes : none,
      onChange: draft.writeField,
      ...inOrder(forms.fields, template),
      /** Who sees one product reports without naming it, and is asked for nothing. */
      areRequired: product !== undefined,
    },
    parts,
    productWithParts: productId,
    chooseParts,
    replace,
    fields,
    isRestored: isRestored && !isPending && !error,
    discard: () => {
      discard()
      uncheck()
      setAreFieldsChecked(false)
    },
    submit,
    isSending: isPending,
    secondsToWait: cooldown.left,
    reported,
    failure: isPending ? null : error,
  }
}

const none: ReadonlyMap<string, string> = new Map()
const noForms: Forms = { fields: [], templates: [], mistakesIn: () => none, givenOf: () => ({}) }

/** The template that was chosen, or the only one. */
function templateOf(templates: readonly ReportTemplate[], chosen: string | undefined): ReportTemplate | undefined {
  const [first] = templates
  if (chosen !== undefined || templates.length !== 1) return templates.find(({ _id }) => _id === chosen)
  return first
}

/** The custom fields that a template asks first, and the others. */
function inOrder(fields: readonly CustomField[], template: ReportTemplate | undefined) {
  const asked = template?.fields ?? []
  const first = asked.flatMap((key) => fields.find((field) => field.key === key) ?? [])
  return { first, others: fields.filter((field) => !first.includes(field)) }
}

/** The products to which the reporter may report, the oldest first; none where they see only one. */
function useReceivingProducts(): readonly ProductChoice[] {
  const { products } = useSession()
  // An id begins with when it was made.
  return products.filter(({ isArchived }) => !isArchived).toSorted((one, other) => (one._id < other._id ? -1 : 1))
}

/** Whether the reporter may make their report private: where they may do so to a bug of theirs. */
function useMayReportPrivately(): boolean {
  const { has } = useSession()
  const abilities = { editMy: has('canEditMyBug'), editAny: false, close: false, assign: false }
  return mayChange({ ...abilities, classify: has('canClassifyAnyBug'), ask: false }, 'isPrivate')
}

/**
 * The id of the product that a report goes to, where it has components or versions and the reporter may see them.
 * @param product its key; undefined where there is only one
 */
function useProductWithParts(product: string | undefined): string | undefined {
  const { products, parts, has } = useSession()
  const id = products.find(({ key }) => key === product)?._id
  const own = parts.find(({ productId }) => product === undefined || productId === id)
  return has('canViewData') ? own?.productId : undefined
}

interface Report {
  readonly texts: BugTexts
  readonly product: string | undefined
  readonly isPrivate: boolean
  readonly fields: GivenFields
  readonly parts: ReportedParts
  readonly key: string
}

/** Reports a bug. The same `key` again gives the bug of the first time. */
function useReportBug() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ texts, product, parts, isPrivate, fields, key }: Report) => {
      const body = {
        ...texts,
        ...parts,
        ...(product !== undefined && { productId: product }),
        ...(isPrivate && { isPrivate }),
        ...(Object.keys(fields).length > 0 && { fields }),
      }
      return (await call(reportBug, { body, headers: { 'idempotency-key': key } })).result
    },
    onSuccess: (bug) => keepBug(client, bug),
  })
}
