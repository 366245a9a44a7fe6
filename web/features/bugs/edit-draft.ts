import { type BugTextName, bugTextNames, type BugTexts } from './bug-texts.ts'

/**
 * The texts of a bug that somebody has changed and not saved yet, each with what stood there when they began. Texts that
 * nobody touched are not in it and follow the saved ones, so that saving does not undo what others did meanwhile.
 */
export type EditDraft = Readonly<Partial<Record<BugTextName, { readonly text: string; readonly base: string }>>>

/** All texts as the form shows them. */
export function draftedTexts(saved: BugTexts, draft: EditDraft): BugTexts {
  return {
    title: draft.title?.text ?? saved.title,
    description: draft.description?.text ?? saved.description,
    stepsToReproduce: draft.stepsToReproduce?.text ?? saved.stepsToReproduce,
  }
}

/** The draft after one text was written; a text that is as saved again is not changed. */
export function withText(saved: BugTexts, draft: EditDraft, name: BugTextName, text: string): EditDraft {
  const { [name]: before, ...others } = draft
  return text === saved[name] ? others : { ...others, [name]: { text, base: before?.base ?? saved[name] } }
}

/** The draft of somebody who has seen what is saved now and still wants their own texts. */
export function rebased(saved: BugTexts, draft: EditDraft): EditDraft {
  return bugTextNames.reduce<EditDraft>((kept, name) => {
    const text = draft[name]?.text
    return text === undefined || text === saved[name] ? kept : { ...kept, [name]: { text, base: saved[name] } }
  }, {})
}

/** Whether anything would be lost with this draft. */
export function hasChanges(saved: BugTexts, draft: EditDraft): boolean {
  return bugTextNames.some((name) => draft[name] !== undefined && draft[name].text !== saved[name])
}

/** The changed texts that somebody else changed as well since: saving would replace words that were never seen. */
export function overtakenTexts(saved: BugTexts, draft: EditDraft): readonly BugTextName[] {
  return bugTextNames.filter((name) => {
    const change = draft[name]
    return change !== undefined && change.base !== saved[name] && change.text !== saved[name]
  })
}

/** Reads a draft that was kept as JSON; anything else is no draft. */
export function parseEditDraft(json: string): EditDraft {
  const kept = parsed(json)
  return bugTextNames.reduce<EditDraft>((draft, name) => {
    const change = kept?.[name]
    const isChange = typeof change?.text === 'string' && typeof change.base === 'string'
    return isChange ? { ...draft, [name]: { text: change.text, base: change.base } } : draft
  }, {})
}

/** The draft as text to keep; empty when there is nothing to keep. */
export function writeEditDraft(draft: EditDraft): string {
  return bugTextNames.some((name) => draft[name] !== undefined) ? JSON.stringify(draft) : ''
}

function parsed(json: string): EditDraft | undefined {
  try {
    return (JSON.parse(json) as EditDraft | null) ?? undefined
  } catch {
    return undefined
  }
}
