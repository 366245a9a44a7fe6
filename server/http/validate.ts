import type * as z from 'zod/mini'
import { AppError } from './app-error.ts'

/** Parses untrusted input by its schema. @throws AppError invalid-input naming the first wrong field */
export function validate(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  where: 'path' | 'query' | 'body' | 'payload',
): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  const reason = reasonOf(issue)
  if (issue?.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys
    throw new AppError('invalid-input', `${unknown.slice(0, 100)} is not a field that can be set here.`, {
      field: unknown.slice(0, 100),
    })
  }
  if (field === '') {
    const isOther = where !== 'body' || issue?.code === 'custom'
    throw new AppError('invalid-input', `The ${where} ${isOther ? reason : 'must be a JSON object'}.`)
  }
  throw new AppError('invalid-input', `${where === 'query' ? 'The query parameter ' : ''}${field} ${reason}.`, {
    field,
  })
}

function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'is invalid'
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`
  return issue.message && issue.message !== 'Invalid input' ? issue.message : 'is invalid'
}

const article = (type: string) => (type === 'object' ? 'an object' : type === 'array' ? 'a list' : `a ${type}`)
