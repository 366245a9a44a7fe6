import { type BugTextName, bugTextNames, type BugTexts } from '#web/features/bugs/public.ts'
import type { FieldDrafts } from '#web/features/custom-fields/public.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'

/** What a report says of its product, by ids. */
export interface ReportedParts {
  readonly component?: string | undefined
  readonly foundVersion?: string | undefined
}

interface ReportDraft {
  readonly texts: BugTexts
  /** The key of the product that was chosen; absent for the one that is offered first. */
  readonly product?: string | undefined
  /** Only those whom a private bug names may see it, and who may see all. */
  readonly isPrivate?: boolean | undefined
  /** The id of the template that was chosen; empty for none, absent for the one that is there. */
  readonly template?: string | undefined
  /** The custom fields, by their keys. */
  readonly fields?: FieldDrafts | undefined
  /** The texts that were written, also where nothing is left of them: no template fills these. */
  readonly written?: readonly BugTextName[] | undefined
  /** The component and version there. */
  readonly parts?: ReportedParts | undefined
  /** The key that the texts were sent with; empty before that. */
  readonly key: string
}

const name = 'report'
const noFields: FieldDrafts = {}
const nothing: ReportDraft = { texts: { title: '', description: '', stepsToReproduce: '' }, key: '' }

/**
 * The texts of a report that is being written, and the key it is sent with. The key stays with its texts, over failures
 * and reloads, so that sending them again can't report twice; changed texts are another report with another key.
 */
export function useReportDraft() {
  const [json, setJson, { isRestored, account }] = useDraft(name)
  const draft = parsed(json)
  const keep = (next: ReportDraft) => {
    const isChosen =
      next.product !== undefined || next.template !== undefined || next.isPrivate === true || next.parts !== undefined
    const hasFields = Object.keys(next.fields ?? {}).length > 0
    const isEmpty = !isChosen && !hasFields && bugTextNames.every((part) => next.texts[part] === '')
    setJson(isEmpty ? '' : JSON.stringify(next))
  }
  return {
    texts: draft.texts,
    product: draft.product,
    isPrivate: draft.isPrivate === true,
    template: draft.template,
    fieldDrafts: draft.fields ?? noFields,
    isWritten: (part: BugTextName) => draft.texts[part] !== '' || draft.written?.includes(part) === true,
    parts: draft.parts ?? {},
    isRestored,
    /** All texts at once, such as those of a report that was given up and is wanted again. */
    replace: (next: BugTexts) => keep({ ...draft, texts: next, key: '' }),
    write: (part: BugTextName, text: string) => {
      const written = [...new Set([...(draft.written ?? []), part])]
      keep({ ...draft, texts: { ...draft.texts, [part]: text }, written, key: '' })
    },
    choose: (product: string) => keep({ ...draft, product, template: undefined, parts: undefined, key: '' }),
    chooseParts: (parts: ReportedParts) => keep({ ...draft, parts, key: '' }),
    setPrivate: (isPrivate: boolean) => keep({ ...draft, isPrivate, key: '' }),
    chooseTemplate: (template: string) => keep({ ...draft, template, key: '' }),
    writeField: (field: string, value: FieldDrafts[string] | undefined) => {
      const { [field]: _before, ...others } = draft.fields ?? noFields
      keep({ ...draft, fields: value === undefined ? others : { ...others, [field]: value }, key: '' })
    },
    /** The key to send the texts with. */
    key: (): string => {
      const key = draft.key || randomUuid()
      keep({ ...draft, key })
      return key
    },
    discard: () => setJson(''),
    /** Forgets the texts that were sent with this key, and no others. */
    clearSent: (key: string) => {
      if (parsed(drafts.read(account, name).text).key === key) setJson('')
    },
  }
}

function parsed(json: string): ReportDraft {
  try {
    const kept = JSON.parse(json) as Partial<ReportDraft> | null
    const areTexts = bugTextNames.every((part) => typeof kept?.texts?.[part] === 'string')
    return areTexts && typeof kept?.key === 'string' ? (kept as ReportDraft) : nothing
  } catch {
    return nothing
  }
}
