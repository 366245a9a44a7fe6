import type { InTx } from '#server/events/transactor.ts'
import { deleteInBatches } from '#server/jobs/delete-in-batches.ts'
import type { Job } from '#server/jobs/job.ts'
import { type RawBuilder, sql } from 'kysely'
import { daysUntilTold } from './tell-of-view.ts'

/** How long seen notifications are kept, and those of people who are deactivated, in days. */
export const keptDays = 30
/** How long those are kept that nobody looks at, in days. */
const keptUnseenDays = 180

/** Deletes notifications that were seen long ago, or will not be, and what was noted as seen before it was told. */
export const followingJobs = (inTx: InTx): readonly Job[] => [
  {
    name: 'delete-seen-notifications',
    title: `Delete notifications that were seen ${keptDays} days ago, or not for ${keptUnseenDays}`,
    schedule: '52 3 * * *',
    catchesUp: true,
    run: async (stop) => {
      for (const which of over) await deleteInBatches(inTx, 'notifications', which, stop)
      await deleteInBatches(inTx, 'bug_seen', decidedLongAgo, stop)
    },
  },
]

/**
 * What is deleted, each kind by itself: together they would read all notifications for each part. Most were seen, which their
 * index finds, and so are those of a person. Only for what nobody looks at all that is unread is read, once a night.
 */
const over: readonly RawBuilder<unknown>[] = [
  sql`select n.ctid from notifications n where n.seen_on < now() - make_interval(days => ${keptDays})`,
  sql`select n.ctid from users u
    join notifications n on n.user_id = u.id and n.seen_on is null join events e on e.id = n.event_id
    where u.deactivated_on is not null and e.at < now() - make_interval(days => ${keptDays})`,
  sql`select n.ctid from notifications n join events e on e.id = n.event_id
    where n.seen_on is null and e.at < now() - make_interval(days => ${keptUnseenDays})`,
]

/** What was seen and happened so long ago is decided, and no view tells of it any more. */
const decidedLongAgo = sql`select s.ctid from bug_seen s join events e on e.id = s.event_id
  where e.at < now() - make_interval(days => ${daysUntilTold})`
