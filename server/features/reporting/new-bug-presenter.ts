import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { type BugFactRow, namesIn, presentListItem } from '#server/features/bugs/public.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { initialValues, plainColumnsOf } from '#shared/bugs/fields.ts'
import type { CreatedBug } from './create-bug.ts'

/**
 * A bug that the actor has just reported, as `viewBug` would give it: but for names in its custom fields and parts nothing is
 * known to the database alone, and to read it back is one more way there.
 */
export async function presentNewBug(db: Db, bug: CreatedBug, actor: Actor): Promise<Bug> {
  const facts = {
    id: bug.id,
    title: bug.title,
    description: bug.description,
    steps_to_reproduce: bug.stepsToReproduce,
    created_on: bug.createdOn.toISOString(),
    created_by: bug.createdBy,
    creator_name: bug.creatorName,
    creator_is_guest: false,
    assigned_to: bug.assignee?.userId ?? null,
    assigned_on: bug.assignee ? bug.createdOn.toISOString() : null,
    assignee_name: bug.assignee?.fullName ?? null,
    assignee_is_active: true,
    status: 'Open',
    is_closed: false,
    classification: 'unclassified',
    imported_product: null,
    imported_component: null,
    product_id: bug.product._id,
    product_key: bug.product.key,
    product_name: bug.product.name,
    number: bug.number,
    is_private: bug.isPrivate ?? false,
    is_waiting: false,
    waiting_since: bug.isOwed ? bug.createdOn.toISOString() : null,
    label_ids: null,
    fields: bug.fields ?? null,
    comment_count: 0,
    affected_count: 1,
    updated_on: bug.createdOn.toISOString(),
    version: 1,
    ...plainColumnsOf(initialValues),
    component_id: bug.component ?? null,
    found_version_id: bug.foundVersion ?? null,
    fixed_version_id: null,
  } satisfies BugFactRow
  return {
    ...presentListItem(facts, await namesIn(db, [facts]), actor),
    comments: [],
    mentions: [...bug.mentions],
    readers: [],
    isMerged: false,
    duplicates: [],
    links: [],
    isFollowing: true,
    isJoined: false,
    followerCount: bug.assignee && bug.assignee.userId !== bug.createdBy ? 2 : 1,
    mergedCommentCount: 0,
  }
}
