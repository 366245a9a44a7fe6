import type { Prepared, Tx } from '#server/db/database.ts'
import { type LockedBug, setWaiting } from '#server/features/bugs/public.ts'

const asked: Prepared = {
  name: 'question-asked',
  text: `select (payload -> 'isWaiting' ->> 'from')::boolean as "wasWaiting", (payload ->> 'owedSince')::timestamptz as "owedSince"
    from events where subject_id = $1 and type = 'comment-added' and payload ->> 'commentId' = $2`,
}

/**
 * Takes back what the last question of a locked bug changed, when it is deleted: nobody can answer it any more, and the team owes again
 * what it owed before. A bug that waited already when it was asked waits on.
 * @returns whether the waiting ended
 */
export async function takeQuestionBack(tx: Tx, bug: LockedBug, commentId: string): Promise<boolean> {
  if (!bug.isWaiting || bug.askedIn !== commentId) return false
  const [question] = await tx.prepared<{ wasWaiting: boolean | null; owedSince: Date | null }>(asked, [
    bug.id,
    commentId,
  ])
  const isOver = question?.wasWaiting !== true
  if (isOver) await setWaiting(tx, bug.id, false, { owed_since: question?.owedSince ?? null })
  else await setWaiting(tx, bug.id, true, { asked_in: null })
  return isOver
}
