import * as z from 'zod/mini'
import { oneOf } from '#shared/http/fields.ts'
import { type AnyColumn, listColumns } from '#shared/bugs/columns.ts'
import { fieldTermPattern } from '#shared/custom-fields/field-name.ts'
import { notificationLevels } from '#shared/following/level.ts'
import { mailFrequencies } from '#shared/mail/words.ts'
import { defaultPageSize, maxPageSize } from '#shared/http/page.ts'

/** How a person reads dates; the first one is the default. */
export const dateFormats = ['month/day/year', 'day/month/year', 'day.month.year', 'year-month-day'] as const
export type DateFormat = (typeof dateFormats)[number]

/** How a person reads numbers, by an example; the first one is the default. */
export const numberFormats = ['1,234.5', '1.234,5', '1 234,5'] as const
export type NumberFormat = (typeof numberFormats)[number]

/** How the bug list shows a bug: one line of facts, or the card with all of them in words. */
export const listForms = ['compact', 'comfortable'] as const
export type ListForm = (typeof listForms)[number]

/** The colours of all screens: always these, or those of the device. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** A time of the day, such as 07:30. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:30'))

/** Custom fields that somebody may choose as columns, at most. */
const mostFieldColumns = 50

const knownColumns = `must be one of: ${listColumns.join(', ')}, or the name of a custom field such as field.browser`
const column = z.union([
  z.enum(listColumns),
  z.string().check(z.regex(fieldTermPattern, knownColumns)),
]) as unknown as z.ZodMiniType<AnyColumn, AnyColumn>
const mostColumns = listColumns.length + mostFieldColumns

/** What a person prefers, kept with the account. */
export const preferences = z.object({
  dateFormat: oneOf(dateFormats),
  numberFormat: oneOf(numberFormats),
  /** Entries of a page of each list. */
  pageSize: z.int().check(z.gte(1, 'must be at least 1'), z.lte(maxPageSize, `must be at most ${maxPageSize}`)),
  /** What the rows of the list show; null: what those of everybody do. */
  listColumns: z.nullable(z.array(column).check(z.maxLength(mostColumns, `must be at most ${mostColumns} columns`))),
  /** How the bug list shows bugs; null: they never chose. */
  density: z.nullable(oneOf(listForms)),
  /** Whether lists stand beside their bugs; null: they never chose. */
  splitView: z.nullable(z.boolean()),
  /** Whether the next bug of a list opens once one has left it by what they set. */
  autoAdvance: z.boolean(),
  /** The colours of all screens; null: they never chose. */
  theme: z.nullable(oneOf(themes)),
  /**
   * How much they hear of bugs that concern them, where they chose nothing else for the bug or its product; null: by what they are
   * to the bug.
   */
  newsLevel: z.nullable(oneOf(notificationLevels)),
  /** When they are mailed what they are told. */
  mailFrequency: oneOf(mailFrequencies),
  /** When that of a day or a week comes, in their time zone, and what is new in a view of which they are told daily. */
  mailTime: timeOfDay,
  /** From when until when no such mail is sent, in their time zone, over midnight too; null: it is at any time. */
  quietHours: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
})
export type Preferences = z.output<typeof preferences>

/** What whoever never chose gets. */
export const defaultPreferences: Preferences = {
  dateFormat: dateFormats[0],
  numberFormat: numberFormats[0],
  pageSize: defaultPageSize,
  listColumns: null,
  density: null,
  splitView: null,
  autoAdvance: false,
  theme: null,
  newsLevel: null,
  mailFrequency: mailFrequencies[0],
  mailTime: '08:00',
  quietHours: null,
}
