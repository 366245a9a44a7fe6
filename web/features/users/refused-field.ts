import { CallError } from '#web/lib/call-error.ts'
import { messages } from '#web/lib/messages.ts'

/** Returns whether the server refused to change the demo account's password. */
export function isDemoPasswordLocked(error: unknown): boolean {
  return (
    error instanceof CallError && error.field === 'password' && error.message === messages.profile.demoPasswordLocked
  )
}

/** Returns the field of a refusal, with what is wrong as a sentence; undefined when it is none of `fields`. */
export function refusedField<Field extends string>(
  error: unknown,
  fields: Readonly<Record<Field, string>>,
): { field: Field; problem: string } | undefined {
  if (!(error instanceof CallError) || error.field === undefined || !Object.hasOwn(fields, error.field))
    return undefined
  const field = error.field as Field
  return { field, problem: sentence(error.message, field, fields[field]) }
}

/** Replaces the body's key, which the server names, by the label that people know. */
function sentence(message: string, key: string, label: string): string {
  const named = message.startsWith(`${key} `) ? `${label}${message.slice(key.length)}` : message
  return /[.!?]$/.test(named) ? named : `${named}.`
}
