import { maxCommentLength } from '#shared/comments/contract.ts'

/** What to say about a comment that the server would refuse for its length. */
export const commentTooLong = `A comment may have at most ${maxCommentLength.toLocaleString('en-US')} characters.`
