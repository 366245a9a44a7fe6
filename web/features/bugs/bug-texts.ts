import { reportBug } from '#shared/bugs/contract.ts'
import { type FieldErrors, fieldErrors } from '#web/lib/forms/field-errors.ts'

/** The texts of a bug that people write, in the order in which they are asked for. */
export const bugTextNames = ['title', 'description', 'stepsToReproduce'] as const
export type BugTextName = (typeof bugTextNames)[number]
export type BugTexts = Readonly<Record<BugTextName, string>>

/** What screens call these texts. */
export const bugTextLabels: BugTexts = {
  title: 'Title',
  description: 'Description',
  stepsToReproduce: 'Steps to Reproduce',
}

/** What is wrong with each text; nothing for those that are right. */
export function bugTextErrors(texts: BugTexts): FieldErrors<BugTextName> {
  return fieldErrors(reportBug.body, texts, bugTextLabels)
}

/** True when at least one text holds nothing but white space. */
export function hasEmptyText(texts: BugTexts): boolean {
  return bugTextNames.some((name) => texts[name].trim() === '')
}
