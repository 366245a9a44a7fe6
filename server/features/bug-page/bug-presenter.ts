import type { Actor } from '#server/access/actor.ts'
import { type BugFactRow, type BugNames, presentListItem, type Question } from '#server/features/bugs/public.ts'
import {
  type CommentFields,
  type CommentRow,
  commentsOfLists,
  inOrder,
  presentComment,
} from '#server/features/comments/public.ts'
import { type MentionFields, mentionsByText } from '#server/features/texts/public.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import type { BugLink, LinkKind } from '#shared/links/link.ts'

export interface BugRow extends BugFactRow {
  external_id: string | null
  is_merged: boolean
  comments: readonly CommentFields[] | null
  mentions: readonly MentionFields[] | null
  has_relations: boolean
  is_following: boolean
  is_joined: boolean
  follower_count: number
  merged_comment_count: number
  /** Null for who may not see them. */
  internal_comment_count: number | null
}

export interface BugRelations {
  /** Null also where the caller may not see it. */
  original: BugLink | null
  has_original: boolean
  /** Null for each that the caller may not see. */
  duplicates: ((BugLink & { isMerged: boolean }) | null)[] | null
  /** Without the bug where the caller may not see it. */
  links: { kind: LinkKind; bug: BugLink | null }[] | null
  readers: Bug['readers']
}

/** What is asked apart: few bugs have any of it. */
interface AskedApart {
  readonly relations: BugRelations | undefined
  readonly question: Question | undefined
  /** The internal comments that the actor sees. */
  readonly internal: readonly CommentRow[]
}

export function presentBug(row: BugRow, names: BugNames, apart: AskedApart, actor: Actor): Bug {
  const { relations, question, internal } = apart
  const mentions = mentionsByText(row.mentions)
  const duplicates = (relations?.duplicates ?? []).filter((duplicate) => duplicate !== null)
  const hidden = (relations?.duplicates?.length ?? 0) - duplicates.length
  return {
    ...presentListItem(row, names, actor),
    comments: inOrder([...commentsOfLists(row.comments, mentions), ...internal]).map((comment) =>
      presentComment(comment, actor),
    ),
    ...(row.external_id && { externalId: row.external_id }),
    ...(relations?.original && { duplicateOf: relations.original }),
    ...(relations?.has_original && !relations.original && { hasHiddenOriginal: true }),
    mentions: mentions.get(null) ?? [],
    readers: relations?.readers ?? [],
    ...(question && {
      question: {
        askedBy: question.askedBy,
        ...(question.commentId !== null && { commentId: question.commentId }),
      },
    }),
    isMerged: row.is_merged,
    duplicates,
    ...(hidden > 0 && { hiddenDuplicates: hidden }),
    links: (relations?.links ?? []).map(({ kind, bug }) => ({ kind, ...(bug && { bug }) })),
    isFollowing: row.is_following,
    isJoined: row.is_joined,
    followerCount: row.follower_count,
    mergedCommentCount: row.merged_comment_count,
    ...(row.internal_comment_count !== null && { internalCommentCount: row.internal_comment_count }),
  }
}
