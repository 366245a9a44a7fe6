/** What other features may use of the comments. */
export { CommentSection } from './comment-section.tsx'
export { QuestionBanner } from './question-banner.tsx'
export { writeComment } from './write-comment.ts'
