import { CallError } from '#web/lib/call-error.ts'
import { messages } from '#web/lib/messages.ts'

/** True when the server kept the demo account's password as it is. */
export function isDemoPasswordLocked(error: unknown): boolean {
  return (
    error instanceof CallError && error.field === 'password' && error.message === messages.profile.demoPasswordLocked
  )
}

/** The field that a refusal is about, with what is wrong as a sentence; undefined when it is about none of `fields`. */
export function refusedField<Field extends string>(
  error: unknown,
  fields: Readonly<Record<Field, string>>,
): { field: Field; problem: string } | undefined {
  if (!(error instanceof CallError) || error.field === undefined || !Object.hasOwn(fields, error.field))
    return undefined
  const field = error.field as Field
  return { field, problem: sentence(error.message, field, fields[field]) }
}

/** The server names the body's key; people know the field by its label. */
function sentence(message: string, key: string, label: string): string {
  const named = message.startsWith(`${key} `) ? `${label}${message.slice(key.length)}` : message
  return /[.!?]$/.test(named) ? named : `${named}.`
}
