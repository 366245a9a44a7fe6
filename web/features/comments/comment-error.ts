import { addComment } from '#shared/comments/contract.ts'
import { fieldErrors } from '#web/lib/forms/field-errors.ts'

/** Returns what is wrong with a comment's text. */
export function commentError(message: string): string | undefined {
  return fieldErrors(addComment.body, { message }, { message: 'Comment' }).message
}
