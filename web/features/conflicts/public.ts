/** What other features may use of what happens when two people change the same. */
export { sinceWords } from './since-list.tsx'
export { StaleQuestion } from './stale-question.tsx'
export { TextClashes } from './text-clashes.tsx'
export {
  afterConflict,
  type Choice as ClashChoice,
  decided,
  draftedTexts,
  followed,
  hasChanges,
  newDraft,
  parseTextDraft,
  type Saved,
  type TextDraft,
  undecided,
  withText,
} from './text-draft.ts'
export { useStaleQuestion } from './use-stale-question.ts'
