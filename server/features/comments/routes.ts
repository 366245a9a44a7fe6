import type { Routes } from '#server/http/serve.ts'
import * as comments from '#shared/comments/contract.ts'
import { addComment } from './add-comment.ts'
import { addInternalComment } from './add-internal-comment.ts'
import { deleteComment } from './delete-comment.ts'

export { storeComment } from './add-comment.ts'

export function bindComments(routes: Routes): void {
  routes.write(comments.addComment, async (call, tx) => ({ comment: await addComment(call, tx) }))
  routes.write(comments.addInternalComment, async (call, tx) => ({ comment: await addInternalComment(call, tx) }))
  routes.write(comments.deleteComment, async (call, tx) => ({ comment: await deleteComment(call, tx) }))
}
