import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { reporterLinkDays } from '#shared/reporter-links/contract.ts'

/** What is stored of a link, and of whom and what it is. */
export interface StoredLink {
  readonly linkId: string
  readonly bugId: string
  readonly userId: string
  readonly fullName: string
  readonly madeOn: Date
  /** Who of the team sent it; null for the one that came with the report. */
  readonly madeBy: string | null
  readonly usedOn: Date | null
  /** Until when it works; null while the bug is open. */
  readonly expiresOn: Date | null
  readonly isMailed: boolean
  /** The products that everybody sees. */
  readonly products: readonly number[]
}

const until = `b.closed_on + interval '${reporterLinkDays} days'`

/**
 * A link `l` of a bug `b` and its reporter `u` works: nobody ended it, the bug is still theirs and of a product that everybody sees,
 * and was not closed too long ago. Their own private bug they see as every reporter does.
 */
export const linkWorks = `(l.revoked_on is null and b.created_by = l.user_id and u.email is null and u.deactivated_on is null
  and (not b.is_closed or ${until} > now())
  and exists (select from products p where p.number = b.product_number and p.is_open))`

/** Its holder is mailed what happens. */
export const linkIsMailed = `(l.mail_ended_on is null and u.email_confirmed_on is not null and u.email_refused_on is null)`

/** Links with their bugs and reporters, for further conditions. */
export const linkJoins = `reporter_links l join bugs b on b.id = l.bug_id join users u on u.id = l.user_id`

const linkColumns = `l.id as "linkId", l.bug_id as "bugId", l.user_id as "userId", u.full_name as "fullName",
  l.made_on as "madeOn", l.made_by as "madeBy", l.used_on as "usedOn", case when b.is_closed then ${until} end as "expiresOn",
  ${linkIsMailed} as "isMailed", array(select p.number::integer from products p where p.is_open order by 1) as products`

const byId: Prepared = {
  name: 'reporter-link',
  text: `select ${linkColumns} from ${linkJoins} where l.id = $1 and ${linkWorks}`,
}
const ofBug: Prepared = {
  name: 'reporter-link-of-bug',
  text: `select ${linkColumns} from ${linkJoins} where l.bug_id = $1 and ${linkWorks}`,
}

/** Returns a link that works; undefined for one that was ended, is over, or never was. */
export async function workingLink(db: Db, linkId: string): Promise<StoredLink | undefined> {
  return (await db.prepared<StoredLink>(byId, [linkId]))[0]
}

/** Returns the link of a bug that works. For who may see the bug, or has shown that it is theirs. */
export async function workingLinkOf(db: Db, bugId: string): Promise<StoredLink | undefined> {
  return (await db.prepared<StoredLink>(ofBug, [bugId]))[0]
}

const insert: Prepared = {
  name: 'reporter-link-insert',
  // What happened until now, its reporter reads on the page.
  text: `insert into reporter_links (id, bug_id, user_id, made_by, mailed_event)
    select $1::text, $2::text, $3::text, $4::text, coalesce(max(e.id), 0) from events e where e.subject_id = $2::text`,
}

/** Stores a link. The caller has ended the one before. @returns its id */
export async function insertLink(
  tx: Tx,
  link: { readonly bugId: string; readonly userId: string; readonly madeBy: string | null },
): Promise<string> {
  const id = newRecordId()
  await tx.prepared(insert, [id, link.bugId, link.userId, link.madeBy])
  return id
}

const insertFirst: Prepared = {
  name: 'reporter-link-insert-first',
  text: `insert into reporter_links (id, bug_id, user_id, mailed_event)
    select given.id, b.id, b.created_by, coalesce((select max(e.id) from events e where e.subject_id = b.id), 0)
    from unnest($1::text[], $2::text[]) as given (id, bug_id)
      join bugs b on b.id = given.bug_id join products p on p.number = b.product_number
    where b.created_by = $3 and p.is_open and not exists (select from reporter_links l where l.bug_id = b.id)
    on conflict do nothing returning id as "linkId", bug_id as "bugId"`,
}

/**
 * Stores a link for each of these bugs that this person reported and that never had one: not where nobody without an account may see
 * it, nor where somebody ended it or stores one at this moment.
 */
export async function insertFirstLinks(
  tx: Tx,
  bugIds: readonly string[],
  userId: string,
): Promise<readonly Pick<StoredLink, 'linkId' | 'bugId'>[]> {
  return tx.prepared(insertFirst, [bugIds.map(() => newRecordId()), bugIds, userId])
}

/** Notes that something was said, sent or chosen by a link. */
export async function noteUse(tx: Tx, linkId: string): Promise<void> {
  await tx.updateTable('reporter_links').set({ used_on: new Date() }).where('id', '=', linkId).execute()
}

/** Ends the links of a bug. @returns those that were open, which is one at most */
export async function endLinksOf(tx: Tx, bugId: string): Promise<string[]> {
  const ended = await tx
    .updateTable('reporter_links')
    .set({ revoked_on: new Date() })
    .where('bug_id', '=', bugId)
    .where('revoked_on', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Sets whether the holder of a link is mailed what happens from now on. */
export async function setMailed(tx: Tx, linkId: string, isMailed: boolean): Promise<void> {
  await tx
    .updateTable('reporter_links')
    .set({ mail_ended_on: isMailed ? null : new Date() })
    .where('id', '=', linkId)
    .where('mail_ended_on', isMailed ? 'is not' : 'is', null)
    .execute()
}
