export { commentJson, type CommentRow, presentComment } from './comment-presenter.ts'
