import type { Actor } from '#server/access/actor.ts'
import { presentListItem } from '#server/features/bugs/public.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { initialValues, plainColumnsOf } from '#shared/bugs/fields.ts'
import type { CreatedBug } from './create-bug.ts'

/**
 * A bug that the actor has just reported, as `viewBug` would give it: nothing of it is known to the database alone, and to
 * read it back is one more way there.
 */
export function presentNewBug(bug: CreatedBug, actor: Actor): Bug {
  const facts = {
    id: bug.id,
    title: bug.title,
    description: bug.description,
    steps_to_reproduce: bug.stepsToReproduce,
    created_on: bug.createdOn.toISOString(),
    created_by: bug.createdBy,
    creator_name: bug.creatorName,
    assigned_to: null,
    assigned_on: null,
    assignee_name: null,
    status: 'Open',
    is_closed: false,
    classification: 'unclassified',
    product: null,
    component: null,
    comment_count: 0,
    affected_count: 1,
    version: 1,
    ...plainColumnsOf(initialValues),
  } as const
  return {
    ...presentListItem(facts, actor),
    comments: [],
    mentions: [...bug.mentions],
    isMerged: false,
    duplicates: [],
    isFollowing: true,
    isJoined: false,
    followerCount: 1,
    mergedCommentCount: 0,
  }
}
