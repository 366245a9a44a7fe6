import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'

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
export function bugTextErrors(texts: BugTexts): Readonly<Partial<Record<BugTextName, string>>> {
  const errors: Partial<Record<BugTextName, string>> = {}
  for (const name of bugTextNames) {
    const limit = name === 'title' ? maxTitleLength : maxBodyLength
    const error = textError(texts[name], limit, bugTextLabels[name])
    if (error !== undefined) errors[name] = error
  }
  return errors
}

/** True when at least one text holds nothing but white space. */
export function hasEmptyText(texts: BugTexts): boolean {
  return bugTextNames.some((name) => texts[name].trim() === '')
}

/** What is wrong with one text field, or undefined. `limit` is in UTF-16 code units, as the server counts. */
function textError(text: string, limit: number, name: string): string | undefined {
  if (text.trim() === '') return `${name} must not be empty.`
  if (text.length > limit) {
    return `${name} may have at most ${limit.toLocaleString('en-US')} characters.`
  }
  return undefined
}
