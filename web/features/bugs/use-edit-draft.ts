import { useMemo } from 'react'
import { useDraft } from '#web/lib/use-draft.ts'
import type { BugTextName, BugTexts } from './bug-texts.ts'
import { draftedTexts, hasChanges, parseEditDraft, withText, writeEditDraft } from './edit-draft.ts'

/** The texts of one bug while somebody edits them. What they wrote outlives a reload and an expired session. */
export function useEditDraft(bugId: string, saved: BugTexts) {
  const [json, setJson] = useDraft(`edit ${bugId}`)
  const draft = useMemo(() => parseEditDraft(json), [json])
  return {
    draft,
    texts: draftedTexts(saved, draft),
    isChanged: hasChanges(saved, draft),
    write: (name: BugTextName, text: string) => setJson(writeEditDraft(withText(saved, draft, name, text))),
    discard: () => setJson(''),
  }
}
