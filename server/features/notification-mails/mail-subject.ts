import type { Db } from '#server/db/database.ts'
import type { BugLink } from '#shared/links/link.ts'

const kept = {
  name: 'keep-mail-subject',
  text: `with first as (
      insert into mail_subjects (user_id, bug_id, subject) values ($1, $2, $3) on conflict do nothing returning subject)
    select subject from first
    union all select subject from mail_subjects where user_id = $1 and bug_id = $2`,
}

/**
 * Returns the subject of somebody's mails about a bug: the key and title of the first one, which are kept with the call
 * that writes it. Another title, or key, would make a thread of its own in many mail programs.
 */
export async function subjectOf(db: Db, userId: string, { _id, key, title }: BugLink): Promise<string> {
  const now = `[${key}] ${title}`
  const [row] = await db.prepared<{ subject: string }>(kept, [userId, _id, now])
  // Two processes write the first one at once: one sees nothing of the other.
  return row?.subject ?? now
}
