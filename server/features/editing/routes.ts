import type { Routes } from '#server/http/serve.ts'
import * as bugs from '#shared/bugs/contract.ts'
import * as comments from '#shared/comments/contract.ts'
import { assignBug } from './assign-bug.ts'
import { classifyBug } from './classify-bug.ts'
import { closeBug, setBugStatus } from './close-bug.ts'
import { editBug, editMyBug } from './edit-bug.ts'
import { editComment } from './edit-comment.ts'
import { setBugFields } from './set-fields.ts'

export { bugUndoers } from './undo-bug-change.ts'
export { commentUndoers } from './undo-comment-change.ts'

export function bindEditing(routes: Routes): void {
  routes.write(bugs.editBug, async (call, tx) => ({ result: await editBug(call, tx) }))
  routes.write(bugs.editMyBug, async (call, tx) => ({ result: await editMyBug(call, tx) }))
  routes.write(bugs.closeBug, async (call, tx) => ({ result: await closeBug(call, tx) }))
  routes.write(bugs.setBugStatus, async (call, tx) => ({ result: await setBugStatus(call, tx) }))
  routes.write(bugs.setBugFields, async (call, tx) => ({ result: await setBugFields(call, tx) }))
  routes.write(bugs.classifyBug, async (call, tx) => ({ result: await classifyBug(call, tx) }))
  routes.write(bugs.assignBug, async (call, tx) => ({ result: await assignBug(call, tx) }))
  routes.write(comments.editComment, async (call, tx) => ({ comment: await editComment(call, tx) }))
}
