import type { Db } from '#server/db/database.ts'
import { placeholdersNamed } from '#server/features/users/public.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { type listPlaceholders as endpoint, maxPlaceholders, type Placeholder } from '#shared/placeholders/contract.ts'
import { wordsOf } from '#shared/search/words.ts'

const shares = {
  name: 'shares-of-placeholders',
  text: `select u.id,
      (select count(*)::integer from bugs b where b.created_by = u.id) as reported,
      (select count(*)::integer from bugs b where b.assigned_to = u.id) as assigned,
      (select count(*)::integer from comments c where c.user_id = u.id and c.deleted_on is null) as comments,
      (select count(*)::integer from attachments a where a.uploaded_by = u.id) as files
    from unnest($1::text[]) as u (id)`,
}

/** Returns placeholders by name, with how much is theirs; whether the caller may see each of it is no matter for a number. */
export async function listPlaceholders(db: Db, { keywords = '' }: QueryOf<typeof endpoint>): Promise<Placeholder[]> {
  const people = await placeholdersNamed(db, wordsOf(keywords), maxPlaceholders)
  const rows = await db.prepared<Omit<Placeholder, '_id' | 'fullName'> & { id: string }>(shares, [
    people.map(({ id }) => id),
  ])
  const byId = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  const none = { reported: 0, assigned: 0, comments: 0, files: 0 }
  return people.map(({ id, fullName }) => ({ _id: id, fullName, ...(byId.get(id) ?? none) }))
}
