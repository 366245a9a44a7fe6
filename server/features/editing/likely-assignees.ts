import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import { presentUser, userColumns, type UserRow } from '#server/features/users/public.ts'
import { maxLikelyAssignees } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'

/** How many of the last bugs of its component, and of the caller's last assignments, are looked at. */
const lastOnes = 50

/**
 * People by their place: the caller, then who has the last bugs of its component, whom the caller last assigned bugs to, and the
 * bug's own, each the last first.
 */
const likely = {
  name: 'likely-assignees',
  text: `select ${userColumns} from (
      select user_id, min(place) as place from (
        select $2::text as user_id, 0 as place
        union all
        select user_id, row_number() over (order by max(created_on) desc) from (
          select assigned_to as user_id, created_on from bugs
          where component_id = (select component_id from bugs where id = $1) and not is_private and id <> $1
          order by created_on desc, id desc limit ${lastOnes}
        ) of_component where user_id is not null group by user_id
        union all
        select user_id, ${lastOnes} + row_number() over (order by max(id) desc) from (
          select payload ->> 'to' as user_id, id from events
          where type = 'bug-assigned' and actor_id = $2 and payload ->> 'to' is not null
          order by id desc limit ${lastOnes}
        ) last group by user_id
        union all
        select created_by, ${2 * lastOnes + 1} from bugs where id = $1
        union all
        select user_id, ${2 * lastOnes + 1} + row_number() over (order by max(created_on) desc) from comments
        where bug_id = $1 and deleted_on is null group by user_id
      ) candidate group by user_id
    ) found join users u on u.id = found.user_id
    where u.email is not null and u.deactivated_on is null
    order by found.place, u.id limit ${maxLikelyAssignees}`,
}

/** Returns to whom a bug is likely to be assigned, of those to whom it can be. @throws AppError not-found */
export async function likelyAssignees(db: Db, actor: Actor, bugId: string): Promise<User[]> {
  await requireBug(db, actor, bugId)
  const rows = await db.prepared<UserRow>(likely, [bugId, actor.userId])
  return rows.map((row) => presentUser(row, actor))
}
