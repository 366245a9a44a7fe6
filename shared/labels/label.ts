import { recordId } from '#shared/http/fields.ts'
import * as z from 'zod/mini'

export const maxLabelName = 100
export const maxLabelDescription = 500
/** Labels that one bug has at most. */
export const maxLabelsOfBug = 50

/** Names of colours; each is readable on light and dark ground. */
export const labelTones = ['grey', 'red', 'amber', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type LabelTone = (typeof labelTones)[number]

/** A label as bugs and lists show it. */
export const label = z.object({
  _id: recordId,
  name: z.string(),
  tone: z.enum(labelTones),
  description: z.string(),
})
export type Label = z.output<typeof label>

/** Returns what two names of the same label have in common: upper and lower case are the same. */
export function labelKey(name: string): string {
  return name.trim().toLowerCase()
}
