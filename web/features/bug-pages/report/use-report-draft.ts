import { type BugTextName, bugTextNames, type BugTexts } from '#web/features/bugs/public.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'

interface ReportDraft {
  readonly texts: BugTexts
  /** The key that the texts were sent with; empty before that. */
  readonly key: string
}

const name = 'report'
const nothing: ReportDraft = { texts: { title: '', description: '', stepsToReproduce: '' }, key: '' }

/**
 * The texts of a report that is being written, and the key it is sent with. The key stays with its texts, over failures
 * and reloads, so that sending them again can't report twice; changed texts are another report with another key.
 */
export function useReportDraft() {
  const [json, setJson, { isRestored, account }] = useDraft(name)
  const draft = parsed(json)
  const keep = (next: ReportDraft) => {
    const isEmpty = bugTextNames.every((part) => next.texts[part] === '')
    setJson(isEmpty ? '' : JSON.stringify(next))
  }
  return {
    texts: draft.texts,
    isRestored,
    /** All texts at once, such as those of a report that was given up and is wanted again. */
    replace: (next: BugTexts) => keep({ texts: next, key: '' }),
    write: (part: BugTextName, text: string) => keep({ texts: { ...draft.texts, [part]: text }, key: '' }),
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
