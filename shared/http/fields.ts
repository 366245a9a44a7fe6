import * as z from 'zod/mini'

/** Returns whether PostgreSQL stores the text and returns it unchanged: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Returns a text of a stranger's as PostgreSQL stores it. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Accepts any storable text of at most `max` UTF-16 code units. */
export function text(max: number) {
  return z
    .string()
    .check(
      z.maxLength(max, `must be at most ${max} characters`),
      z.refine(isStorableText, 'must not contain NUL characters or broken Unicode'),
    )
}

/** Accepts storable text with at least one character that is not white space; kept exactly as written. */
export function filledText(max: number) {
  return text(max).check(z.refine((value) => value.trim() !== '', 'must not be empty'))
}

/** Accepts one of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, `must be one of: ${words.join(', ')}`)
}

/** Makes a query parameter optional. An empty value counts as absent, because forms send `?keywords=&role=`. */
export function optionalQuery<S extends z.ZodMiniType<unknown, string>>(schema: S) {
  return z.optional(
    z.pipe(
      z.transform((value: string | undefined) => (value === '' ? undefined : value)) as z.ZodMiniType<
        string | undefined,
        string | undefined
      >,
      z.optional(schema),
    ),
  )
}

/** Accepts a whole number in a query, `min` to `max` inclusive. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, message), z.lte(max, message))),
  )
}

/** `true` or `false` in a query. */
export const queryFlag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((value) => value === 'true'),
)

/**
 * A record's id: 24 lower-case hexadecimal characters. Any text is accepted here; an unknown id is answered with 404,
 * never 400.
 */
export const recordId = z.string()

/** A bug in a path: its id, or its key. Any text is accepted here too. */
export const bugName = z.string()

/** The id of a record in a body or a query. Any text is accepted here too; the handler refuses unknown ids. */
export const namedId = text(24)

/** The id of a record where one that no record can have is refused as such. */
export const exactId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'must be the id of a record'))

/** A timestamp as ISO 8601 in UTC. */
export const timestamp = z.string()
