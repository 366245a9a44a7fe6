import { type ChangeEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldErrors, type FieldErrors, type FieldWords, type Labels, refusedField } from './field-errors.ts'

/** Names of the fields that hold a text. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

/**
 * Manages the values of a form and what is wrong with them: by the contract before they are sent, and by the server's
 * refusal afterwards. What is wrong with a field is forgotten when it changes.
 */
export function useForm<Values extends object>({
  initial,
  labels,
  schema,
  words,
  also,
}: {
  initial: Values
  labels: Labels<keyof Values & string>
  /** The body of the endpoint; without it the server alone has the rules. */
  schema?: z.ZodMiniType
  words?: FieldWords<keyof Values & string>
  /** What the contract can't know. */
  also?: (values: Values) => FieldErrors<keyof Values & string>
}) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState({} as FieldErrors<keyof Values & string>)

  function change(part: Partial<Values>): void {
    setValues((all) => ({ ...all, ...part }))
    setErrors((all) => ({ ...all, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
  }

  /** Marks the wrong fields; returns false when there are any. */
  function check(): boolean {
    const found = { ...(schema && fieldErrors(schema, values, labels, words)), ...also?.(values) } as typeof errors
    setErrors(found)
    return Object.values(found).every((error) => error === undefined)
  }

  /** Marks one field as wrong. */
  function mark(field: keyof Values & string, error: string): void {
    setErrors((all) => ({ ...all, [field]: error }))
  }

  /** Marks the field that the server refused; returns false when the failure is about none. */
  function refuse(failure: unknown): boolean {
    const refused = refusedField(failure, labels)
    if (refused) mark(refused.field, refused.problem)
    return refused !== undefined
  }

  /** Whether a refusal is about one of the fields, where it then stands. */
  const isAbout = (failure: unknown): boolean => refusedField(failure, labels) !== undefined

  /** Returns the properties of a text's field. */
  const field = (name: TextName<Values>) => ({
    name,
    label: labels[name],
    value: values[name] as string,
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ [name]: event.currentTarget.value } as Partial<Values>),
  })

  return { values, errors, change, check, mark, refuse, isAbout, field }
}

export type FormOf<Values extends object> = ReturnType<typeof useForm<Values>>
