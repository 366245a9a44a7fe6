import { addComment } from '#shared/comments/contract.ts'
import type { Caller } from '#testing/test-app.ts'

/** A comment by this person. @returns its id */
export async function aComment(person: Caller, bugId: string, message: string): Promise<string> {
  const answer = await person.call(addComment, { params: { bugId }, body: { message } })
  if (answer.status !== 200) throw new Error(`Commenting answered ${answer.status}.`)
  return answer.body.comment.commentId
}
