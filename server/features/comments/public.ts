export { type CommentRow, presentComment } from './comment-presenter.ts'
