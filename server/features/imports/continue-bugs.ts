import type { Tx } from '#server/db/database.ts'
import { eventPart } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import { commentCountPart } from '#server/features/bugs/public.ts'
import { lockWithOriginals, waitForLinks } from '#server/features/merging/public.ts'
import { commentWordsPart } from '#server/features/search/public.ts'
import { sql } from 'kysely'
import type { MoreComments } from './batches.ts'
import { commentEvent } from './bug-events.ts'
import { unnamedPerson } from './imported-person.ts'
import { idOf, type KnownPeople, meetPeople } from './people-store.ts'

/** What is asked of a bug whose comments are added. */
type Continuing = Pick<MoreComments, 'id' | 'externalId' | 'isPrivate' | 'comments' | 'commentIds'>

export interface Continued {
  readonly bugs: number
  readonly comments: number
  readonly people: number
  /** Bugs that are private in the file alone: what is new of them was left out. */
  readonly exposed: readonly Continuing[]
}

/**
 * Adds comments that are new in the old tracker to bugs that an earlier import stored. Only comments with an id of
 * their own are known again; a comment that was deleted here is not added again. A bug that has become private in the
 * old tracker gets none before it is private here too.
 */
export async function continueBugs(tx: Tx, bugs: readonly Continuing[], known: KnownPeople): Promise<Continued> {
  const all = bugs.flatMap((bug) =>
    bug.comments.flatMap((comment, index) =>
      comment.externalId === null ? [] : [{ bug, index, comment, id: bug.commentIds[index] ?? '' }],
    ),
  )
  if (all.length === 0) return { bugs: 0, comments: 0, people: 0, exposed: [] }
  const { rows } = await sql<{ id: string }>`
    select id from comments where id = any(${all.map(({ id }) => id)}::text[])`.execute(tx)
  const there = new Set(rows.map(({ id }) => id))
  // Of several with one id, the first one.
  const first = new Map(all.toReversed().map((one) => [one.id, one]))
  const missing = all
    .filter((one) => !there.has(one.id) && first.get(one.id) === one)
    .toSorted((a, b) => (a.bug.id < b.bug.id ? -1 : 1))
  if (missing.length > 0) {
    await waitForLinks(tx)
    await lockWithOriginals(
      tx,
      missing.map(({ bug }) => bug.id),
    )
  }
  const exposed = await exposedBugs(tx, new Set(missing.map(({ bug }) => bug)))
  const fresh = missing.filter(({ bug }) => !exposed.includes(bug))
  const people = await meetPeople(
    tx,
    fresh.map(({ comment }) => comment.author ?? unnamedPerson),
    known,
  )
  for (const { bug, index, comment, id } of fresh) {
    const { createdOn, message } = comment
    const userId = idOf(comment.author ?? unnamedPerson, known)
    const event = commentEvent(bug, { id, userId, createdOn, message }, index)
    await tx.run(
      sql`with comment as (
          insert into comments (id, bug_id, user_id, created_on, message)
          values (${id}, ${bug.id}, ${userId}, ${createdOn}, ${message})
        ), ${commentCountPart(bug.id)}, ${commentWordsPart(tx, bug.id, id, message)}, ${eventPart(event)} select`,
      { keepsPlan: true },
    )
    await noteRecorded(tx, [event])
  }
  return { bugs: new Set(fresh.map(({ bug }) => bug.id)).size, comments: fresh.length, people, exposed }
}

/** Returns which bugs are private in the file, and not here. */
async function exposedBugs(tx: Tx, bugs: ReadonlySet<Continuing>): Promise<Continuing[]> {
  const hidden = [...bugs].filter(({ isPrivate }) => isPrivate)
  if (hidden.length === 0) return []
  // Sees every bug: whoever imports runs the product.
  const { rows } = await sql<{ id: string }>`
    select id from bugs where id = any(${hidden.map(({ id }) => id)}::text[]) and not is_private`.execute(tx)
  const open = new Set(rows.map(({ id }) => id))
  return hidden.filter(({ id }) => open.has(id))
}
