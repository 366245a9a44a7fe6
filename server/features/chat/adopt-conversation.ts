import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'
import { recordConversation, removeConversation } from './visitor-store.ts'

/**
 * Moves the conversation of an anonymous visitor to the account they have signed in to: it becomes the account's, or
 * its messages are appended to those that the account already has.
 * @returns the account's conversation, or undefined when there was none to move
 */
export async function adoptConversation(tx: Tx, visitorHash: Buffer, actor: Actor): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'user_id'])
    .where((where) => where.or([where('visitor_hash', '=', visitorHash), where('user_id', '=', actor.userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const anonymous = rows.find((row) => row.user_id === null)
  if (!anonymous) return undefined
  const own = rows.find((row) => row.user_id !== null)
  if (own) await mergeInto(tx, own.id, anonymous.id, actor)
  else {
    await tx
      .updateTable('conversations')
      .set({ user_id: actor.userId, visitor_hash: null, visitor_name: actor.fullName })
      .where('id', '=', anonymous.id)
      .execute()
  }
  const id = own?.id ?? anonymous.id
  await recordConversation(tx, id, actor.userId, { what: 'adopted' })
  return id
}

/** The address that stays was confirmed in the conversation that ends. */
const isConfirmedThere = sql`(a.email_confirmed_on is not null and (o.email is null or lower(o.email) = lower(a.email)))`

/** Appends the messages and notes of one conversation to another, and deletes the first. The caller holds both locks. */
async function mergeInto(tx: Tx, own: string, anonymous: string, actor: Actor): Promise<void> {
  // A message that was sent again after the login is the same message.
  await sql`delete from chat_lines a using chat_lines o
    where a.conversation_id = ${anonymous} and o.conversation_id = ${own} and a.sender = 'visitor'
      and o.sender = a.sender and o.client_id = a.client_id and o.message = a.message`.execute(tx)
  const known = await knownPart(tx, anonymous)
  await sql`update chat_lines l set conversation_id = ${own}, seq = c.last_seq + moved.place, client_id = case
      when exists (select from chat_lines o
        where o.conversation_id = ${own} and o.sender = l.sender and o.client_id = l.client_id) then null
      else l.client_id end
    from (select seq, row_number() over (order by seq)::integer as place from chat_lines
        where conversation_id = ${anonymous}) moved, conversations c
    where l.conversation_id = ${anonymous} and l.seq = moved.seq and c.id = ${own}`.execute(tx)
  await sql`update chat_notes set conversation_id = ${own} where conversation_id = ${anonymous}`.execute(tx)
  await sql`insert into conversation_bugs (conversation_id, bug_id, linked_on, linked_by)
    select ${own}, bug_id, linked_on, linked_by from conversation_bugs where conversation_id = ${anonymous}
    on conflict do nothing`.execute(tx)
  await sql`update conversations o set
      last_seq = coalesce((select max(seq) from chat_lines where conversation_id = o.id), 0),
      last_line_on = greatest(o.last_line_on, a.last_line_on),
      waiting_since = least(o.waiting_since, a.waiting_since),
      closed_on = case when a.waiting_since is null then o.closed_on end,
      blocked_on = coalesce(o.blocked_on, a.blocked_on),
      taken_by = coalesce(o.taken_by, a.taken_by),
      email = coalesce(o.email, a.email),
      email_asked_on = coalesce(o.email_asked_on, case when ${isConfirmedThere} then a.email_asked_on end),
      email_confirmed_on = coalesce(o.email_confirmed_on, case when ${isConfirmedThere} then a.email_confirmed_on end),
      mailed_seq = case when ${known} = 0 then o.mailed_seq else o.last_seq + ${known} end,
      mail_ended_on = coalesce(o.mail_ended_on, a.mail_ended_on)
    from conversations a where o.id = ${own} and a.id = ${anonymous}`.execute(tx)
  await removeConversation(tx, anonymous, actor.userId)
}

/** Returns at which place the last answer stands that the visitor has read or was mailed: after the login it is no news. */
async function knownPart(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ place: number }>`select count(*)::integer as place from chat_lines
    where conversation_id = ${id} and seq <= (select max(l.seq) from chat_lines l join conversations c on c.id = l.conversation_id
      where c.id = ${id} and l.sender = 'staff' and l.seq <= greatest(c.visitor_seen, c.mailed_seq))`.execute(tx)
  return rows[0]?.place ?? 0
}
