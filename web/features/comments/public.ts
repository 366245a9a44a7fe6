/** What other features may use of the comments. */
export { CommentSection } from './comment-section.tsx'
