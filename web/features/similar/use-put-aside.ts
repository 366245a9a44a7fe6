import { useDraft } from '#web/lib/drafts/use-draft.ts'
import type { Texts } from './report-question.ts'

/**
 * Keeps a report's texts when joining a bug replaces it. They are kept like drafts, so that leaving the page loses
 * nothing.
 */
export function usePutAside() {
  const [json, setJson] = useDraft('report-put-aside')
  return {
    /** Undefined when there are none. */
    texts: parsed(json),
    put: (texts: Texts) => {
      const { title, description, stepsToReproduce } = texts
      const isEmpty = title === '' && description === '' && stepsToReproduce === ''
      setJson(isEmpty ? '' : JSON.stringify({ title, description, stepsToReproduce }))
    },
    forget: () => setJson(''),
  }
}

function parsed(json: string): Texts | undefined {
  try {
    const kept = JSON.parse(json) as Partial<Texts> | null
    const areTexts = [kept?.title, kept?.description, kept?.stepsToReproduce].every((text) => typeof text === 'string')
    return areTexts ? (kept as Texts) : undefined
  } catch {
    return undefined
  }
}
