import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { NewEvent, PartAtTime } from '#server/events/event.ts'
import { eventPart } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import { firstProductNumber, isOfTeam, keyText, type NewBug, newBugPart } from '#server/features/bugs/public.ts'
import { followingPart } from '#server/features/following/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import type { ProductReference } from '#shared/products/product-reference.ts'
import type { Mention } from '#shared/texts/mention.ts'
import type { StoredFields } from '#shared/custom-fields/custom-field.ts'
import { sql } from 'kysely'

/** A bug that was just created: all that nobody knew before. */
export interface CreatedBug extends NewBug {
  readonly creatorName: string
  readonly product: ProductReference
  readonly number: number
  readonly mentions: readonly Mention[]
  readonly parts: ReportedParts
  readonly assignee: Pick<Actor, 'userId' | 'fullName'> | undefined
}

/** What a report says of its product's parts. */
export interface ReportedParts {
  readonly component?: PartAtTime | undefined
  readonly foundVersion?: PartAtTime | undefined
}

/**
 * Creates a bug and records who created it, for whom.
 * @param reporterId who is named as its creator: usually the actor
 * @param productNumber the product that it goes to
 * @param fields its custom fields, as they were read
 * @param parts its component and version there, and to whom it is assigned for that
 */
export async function createBug(
  tx: Tx,
  actor: Actor,
  texts: Pick<NewBug, 'title' | 'description' | 'stepsToReproduce'> & { readonly isPrivate?: boolean | undefined },
  reporterId: string,
  productNumber = firstProductNumber,
  fields: StoredFields = {},
  { assignee, ...parts }: ReportedParts & Partial<Pick<CreatedBug, 'assignee'>> = {},
): Promise<CreatedBug> {
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const { title, description, stepsToReproduce, isPrivate = false } = texts
  const bug: NewBug = {
    id,
    title,
    description,
    stepsToReproduce,
    createdOn,
    createdBy: reporterId,
    productNumber,
    isPrivate,
    fields,
    component: parts.component?.id ?? null,
    foundVersion: parts.foundVersion?.id ?? null,
    assignedTo: assignee?.userId ?? null,
    isOwed: reporterId !== actor.userId || !isOfTeam(actor),
  }
  const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
  const event: NewEvent<'bug-reported'> = {
    type: 'bug-reported',
    subjectId: id,
    actorId: actor.userId,
    payload: {
      ...{ title, description, stepsToReproduce },
      ...{ createdOn: createdOn.toISOString(), createdBy: reporterId },
      ...(isPrivate && { isPrivate }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(Object.keys(given).length > 0 && { parts: given }),
      ...(assignee && { assignedTo: assignee.userId, assignedOn: createdOn.toISOString() }),
    },
    version: 1,
  }
  const followers = [actor.userId, reporterId, ...(assignee ? [assignee.userId] : [])]
  // All that a new bug is, at once: each way to the database and back costs as much as some of these rows.
  const create = sql`with ${newBugPart(tx, bug)}, ${followingPart(id, followers, createdOn)},
    place as (
      select bug.number, p.id, p.key, p.name from bug, products p where p.number = ${productNumber}
    ), ${eventPart(event, placeInEvent)}
    select u.full_name as "creatorName", place.number, place.id, place.key, place.name
    from users u, place where u.id = ${reporterId}`
  const [created] = await tx.run<Created>(create, { keepsPlan: true })
  if (!created) throw new Error('a bug that was stored has no creator or no product')
  const { creatorName, number, id: _id, key, name } = created
  const mentions = await recordMentions(tx, actor, { bugId: id }, [description, stepsToReproduce])
  await noteRecorded(tx, [event])
  return { ...bug, creatorName, number, product: { _id, key, name }, mentions, parts, assignee }
}

interface Created {
  readonly creatorName: string
  readonly number: number
  readonly id: string
  readonly key: string
  readonly name: string
}

/** The number is given by the statement itself. */
const placeInEvent = sql` || (select jsonb_build_object('place',
  jsonb_build_object('productId', place.id, 'key', ${sql.raw(keyText('place', 'place'))})) from place)`
