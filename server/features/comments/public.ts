export { addComment } from './add-comment.ts'
export {
  type CommentFields,
  commentJson,
  commentLists,
  type CommentRow,
  commentsOfLists,
  inOrder,
  internalCommentJson,
  presentComment,
} from './comment-presenter.ts'
export { giveComments } from './give-comments.ts'
export { loadComment, restoreComment, updateMessage } from './comment-store.ts'
export { internalCommentsOf } from './internal-comments-of.ts'
export { kindOf } from './kinds.ts'
