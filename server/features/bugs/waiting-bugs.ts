import type { Db, Prepared, Tx } from '#server/db/database.ts'

/** A bug that waits for its reporter, who gets mail. */
export interface WaitingBug {
  readonly id: string
  readonly reporterId: string
  /** Null for a reporter without an account. */
  readonly address: string | null
  readonly askedOn: Date
  /** How many reminders were sent since. */
  readonly reminders: number
}

const waiting: Prepared = {
  name: 'waiting-bugs',
  text: `select b.id, b.created_by as "reporterId", u.email as address, b.asked_on as "askedOn", b.reminders
    from bug_updates w join bugs b on b.id = w.id join users u on u.id = b.created_by
    where w.is_waiting and w.waiting_since <= $1 and b.reminders < $2
      and u.email_confirmed_on is not null and not u.is_demo and u.deactivated_on is null and u.email_refused_on is null
      and coalesce(u.preferences ->> 'mailFrequency', 'soon') <> 'never'
    order by w.waiting_since, b.id`,
}

/**
 * Returns the bugs whose reporters were asked before a time, reminded fewer times than that, and get mail. Sees every bug: what is
 * mailed asks what its reader may see.
 */
export function waitingBugs(
  db: Db,
  { askedBefore, reminders }: { readonly askedBefore: Date; readonly reminders: number },
): Promise<WaitingBug[]> {
  return db.prepared<WaitingBug>(waiting, [askedBefore, reminders])
}

const note: Prepared = {
  name: 'note-reminder',
  text: `update bugs set reminders = $4
    where id = $1 and asked_on = $2 and reminders = $3 and is_waiting and not is_closed returning 1`,
}

/** Notes that a reminder is sent. @returns whether the bug waits still, and nobody else noted one meanwhile */
export async function noteReminder(tx: Tx, { id, askedOn, reminders }: WaitingBug, reminder: number): Promise<boolean> {
  return (await tx.prepared(note, [id, askedOn, reminders, reminder])).length === 1
}

/** What a reporter was asked. */
export interface Question {
  readonly askedBy: { readonly _id: string; readonly fullName: string }
  readonly askedOn: Date
  /** Null where somebody only said that the bug waits. */
  readonly commentId: string | null
  readonly message: string | null
}

const asked: Prepared = {
  name: 'open-question',
  text: `select json_build_object('_id', u.id, 'fullName', u.full_name) as "askedBy", b.asked_on as "askedOn",
      c.id as "commentId", c.message
    from bugs b join users u on u.id = b.asked_by
      left join comments c on c.id = b.asked_in and c.bug_id = b.id and c.deleted_on is null
    where b.id = $1 and b.is_waiting and not b.is_closed`,
}

/**
 * Returns what the reporter of a bug is asked; undefined where it does not wait for them. Sees every bug: the caller has asked
 * whether its reader may.
 */
export async function openQuestion(db: Pick<Db, 'prepared'>, bugId: string): Promise<Question | undefined> {
  return (await db.prepared<Question>(asked, [bugId]))[0]
}
