import type { Bug } from '#shared/bugs/contract.ts'

/** What merging a bug will move, one line each. */
export function whatMoves(bug: Pick<Bug, 'followerCount' | 'affectedCount' | 'commentCount' | 'mergedCommentCount'>) {
  const comments = bug.commentCount + bug.mergedCommentCount
  return [
    bug.followerCount > 0 &&
      `${counted(bug.followerCount, 'follower', 'followers')} will get the original’s notifications.`,
    `${counted(bug.affectedCount, 'affected person counts', 'affected people count')} at the original.`,
    comments > 0 && `${counted(comments, 'comment shows', 'comments show')} at the original.`,
  ].filter((line) => line !== false)
}

/** "3 comments from 2 merged bugs". */
export function mergedCommentWords(comments: number, bugs: number): string {
  return `${counted(comments, 'comment', 'comments')} from ${counted(bugs, 'merged bug', 'merged bugs')}`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
