import type { Actor } from '#server/access/actor.ts'
import { type BugFactRow, presentListItem } from '#server/features/bugs/public.ts'
import { type CommentFields, commentsOfLists, presentComment } from '#server/features/comments/public.ts'
import { type MentionFields, mentionsByText } from '#server/features/texts/public.ts'
import type { Bug } from '#shared/bugs/contract.ts'

export interface BugRow extends BugFactRow {
  external_id: string | null
  comments: readonly CommentFields[] | null
  mentions: readonly MentionFields[] | null
  original: { _id: string; title: string; isClosed: boolean } | null
  is_merged: boolean
  duplicates: { _id: string; title: string; isClosed: boolean; isMerged: boolean }[] | null
  is_following: boolean
  is_joined: boolean
  follower_count: number
  merged_comment_count: number
}

export function presentBug(row: BugRow, actor: Actor): Bug {
  const mentions = mentionsByText(row.mentions)
  return {
    ...presentListItem(row, actor),
    comments: commentsOfLists(row.comments, mentions).map((comment) => presentComment(comment, actor)),
    ...(row.external_id && { externalId: row.external_id }),
    ...(row.original && { duplicateOf: row.original }),
    mentions: mentions.get(null) ?? [],
    isMerged: row.is_merged,
    duplicates: row.duplicates ?? [],
    isFollowing: row.is_following,
    isJoined: row.is_joined,
    followerCount: row.follower_count,
    mergedCommentCount: row.merged_comment_count,
  }
}
