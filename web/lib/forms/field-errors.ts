import type * as z from 'zod/mini'
import { CallError } from '#web/lib/call-error.ts'

/** What a form calls the keys of the body that it sends. */
export type Labels<Field extends string> = Readonly<Record<Field, string>>

/** What is wrong with each field; nothing for those that are right. */
export type FieldErrors<Field extends string> = { readonly [Name in Field]?: string | undefined }

/** Words in place of the contract's. A function that returns undefined leaves the mistake to the server. */
type Words = string | ((issue: z.core.$ZodIssue) => string | undefined)
export type FieldWords<Field extends string> = { readonly [Name in Field]?: Words }

/** Returns what is wrong with each field by the contract, as sentences that begin with the field's label. */
export function fieldErrors<Field extends string>(
  schema: z.ZodMiniType,
  values: unknown,
  labels: Labels<Field>,
  words?: FieldWords<Field>,
): FieldErrors<Field> {
  const errors: { [Name in Field]?: string } = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0])
    if (!isOneOf(labels, field) || errors[field] !== undefined) continue
    const own: Words | undefined = words?.[field]
    const error = typeof own === 'function' ? own(issue) : (own ?? sentence(issue.message, labels[field]))
    if (error !== undefined) errors[field] = error
  }
  return errors
}

/** Returns the field of a refusal with what is wrong, or undefined when it is about none of the fields. */
export function refusedField<Field extends string>(
  error: unknown,
  labels: Labels<Field>,
): { field: Field; problem: string } | undefined {
  if (!(error instanceof CallError) || error.field === undefined || !isOneOf(labels, error.field)) return undefined
  const { field, message } = error
  // The server names the body's key.
  const reason = message.startsWith(`${field} `) ? message.slice(field.length + 1) : undefined
  return { field, problem: reason === undefined ? ended(message) : sentence(reason, labels[field]) }
}

function isOneOf<Field extends string>(labels: Labels<Field>, key: string): key is Field {
  return Object.hasOwn(labels, key)
}

function sentence(reason: string, label: string): string {
  return ended(`${label} ${reason.replaceAll(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en-US'))}`)
}

const ended = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`)
