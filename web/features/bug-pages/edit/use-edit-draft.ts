import { useMemo } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { BugTextName } from '#web/features/bugs/public.ts'
import {
  type ClashChoice,
  decided,
  draftedTexts,
  followed,
  hasChanges,
  newDraft,
  parseTextDraft,
  type Saved,
  type TextDraft,
  withText,
} from '#web/features/conflicts/public.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'

/** The texts of one bug while somebody edits them. What they wrote is kept until it is saved or discarded. */
export function useEditDraft(bug: Bug) {
  const name = `edit ${bug._id}`
  const [json, setJson, { isRestored, isKept, account }] = useDraft(name)
  const saved = useMemo(() => savedTexts(bug), [bug])
  const draft = useMemo(() => parseTextDraft(json) ?? newDraft(saved), [json, saved])
  const isChanged = hasChanges(saved, draft)
  const texts = draftedTexts(saved, draft)

  return {
    texts,
    isChanged,
    isRestored: isRestored && isChanged,
    isKept,
    conflict: draft.conflict,
    draft,
    /** The version that a save names. */
    baseVersion: followed(saved, draft).version,
    write: (field: BugTextName, text: string) => setJson(written(withText(saved, draft, field, text))),
    decide: (field: BugTextName, choice: ClashChoice, text: string) =>
      setJson(written(decided(saved, draft, field, choice, text))),
    discard: () => setJson(''),
    /** Keeps another draft in its place, also when the screen was left. */
    replace: (next: TextDraft) => drafts.write(account, name, written(next)),
  }
}

export function savedTexts({ version, title, description, stepsToReproduce }: Bug): Saved<BugTextName> {
  return { version, texts: { title, description, stepsToReproduce } }
}

/** The draft as text to keep; empty when there is nothing to keep. */
function written(draft: TextDraft): string {
  return Object.keys(draft.changes).length > 0 || draft.conflict ? JSON.stringify(draft) : ''
}
