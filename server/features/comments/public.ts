export {
  type CommentFields,
  commentJson,
  commentLists,
  type CommentRow,
  commentsOfLists,
  presentComment,
} from './comment-presenter.ts'
export { loadComment, restoreComment, updateMessage } from './comment-store.ts'
