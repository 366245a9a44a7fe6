import { maxCommentLength } from '#shared/comments/contract.ts'

/** The error for a comment that is too long. */
export const commentTooLong = `A comment may have at most ${maxCommentLength.toLocaleString('en-US')} characters.`
