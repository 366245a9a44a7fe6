import type { Routes } from '#server/http/serve.ts'
import * as bugs from '#shared/bugs/contract.ts'
import * as comments from '#shared/comments/contract.ts'
import { assignBug } from './assign-bug.ts'
import { classifyBug } from './classify-bug.ts'
import { closeBug, setBugStatus } from './close-bug.ts'
import { editBug, editMyBug } from './edit-bug.ts'
import { editComment } from './edit-comment.ts'
import { addReader, removeReader } from './change-readers.ts'
import { likelyAssignees } from './likely-assignees.ts'
import { moveBug } from './move-bug.ts'
import { reopenBug } from './reopen-bug.ts'
import * as links from '#shared/links/contract.ts'
import { setBugFields } from './set-fields.ts'
import { setLinks } from './set-links.ts'

export { linksWaits, linkUndoers } from './set-links.ts'
export { bugUndoers } from './undo-bug-change.ts'
export { commentUndoers } from './undo-comment-change.ts'

export function bindEditing(routes: Routes): void {
  routes.write(bugs.editBug, async (call, tx) => ({ result: await editBug(call, tx) }))
  routes.write(bugs.editMyBug, async (call, tx) => ({ result: await editMyBug(call, tx) }))
  routes.write(bugs.closeBug, async (call, tx) => ({ result: await closeBug(call, tx) }))
  routes.write(bugs.setBugStatus, async (call, tx) => ({ result: await setBugStatus(call, tx) }))
  routes.write(bugs.reopenBug, async (call, tx) => ({ result: await reopenBug(call, tx) }))
  routes.write(bugs.setBugFields, async (call, tx) => ({ result: await setBugFields(call, tx) }))
  routes.write(bugs.addReader, async (call, tx) => ({ result: await addReader(call, tx) }))
  routes.write(bugs.removeReader, async (call, tx) => ({ result: await removeReader(call, tx) }))
  routes.write(bugs.moveBug, async (call, tx) => ({ result: await moveBug(call, tx) }))
  routes.write(links.setLinks, async (call, tx) => ({ result: await setLinks(call, tx) }))
  routes.write(bugs.classifyBug, async (call, tx) => ({ result: await classifyBug(call, tx) }))
  routes.write(bugs.assignBug, async (call, tx) => ({ result: await assignBug(call, tx) }))
  routes.read(bugs.listLikelyAssignees, async ({ actor, params }, db) => ({
    result: await likelyAssignees(db, actor, params.bugId),
  }))
  routes.write(comments.editComment, async (call, tx) => ({ comment: await editComment(call, tx) }))
}
