import type { Db } from '#server/db/database.ts'
import type { Totals } from '#server/metrics/product-metrics.ts'

const count = {
  name: 'health-totals',
  text: `select
    (select coalesce(sum(n) filter (where not is_closed), 0) from bug_counts)::float8 as "bugsOpen",
    (select coalesce(sum(n) filter (where is_closed), 0) from bug_counts)::float8 as "bugsClosed",
    (select count(*) from users)::float8 as users,
    (select count(*) from sessions where expires_on > now())::float8 as sessions,
    (select count(*) from chat_lines)::float8 as "chatMessages",
    (select count(*) from attachments)::float8 as attachments,
    (select coalesce(sum(bytes), 0) from attachments)::float8 as "attachmentBytes"`,
}

/** Counts what there is. It reads whole tables, so don't call it often. */
export async function countTotals(db: Db): Promise<Totals> {
  const [totals] = await db.prepared<Totals>(count, [])
  if (!totals) throw new Error('The totals could not be counted.')
  return totals
}
