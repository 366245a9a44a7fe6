import { newRecordId } from '#server/db/record-id.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates one record of each kind that a call can name, of one person.
 * @returns their ids by the names of paths and `acceptedBodies`
 */
export async function recordsOf(app: TestApp, userId: string): Promise<Record<string, string>> {
  return {
    ...(await aBugOf(app, userId)),
    originalId: (await aBugOf(app, userId)).bugId,
    ...(await aConversationOf(app, userId)),
    ...(await aViewOf(app, userId)),
    userId,
    sessionId: '00',
  }
}

/**
 * Creates a bug with one comment, an attachment and an edit, all of one person, reported long enough ago to cause no
 * cooldown.
 */
async function aBugOf({ database: { pool } }: TestApp, userId: string) {
  const createdOn = new Date(Date.now() - 3_600_000)
  const [bugId, commentId, attachmentId] = [newRecordId(createdOn), newRecordId(createdOn), newRecordId(createdOn)]
  await pool.query(
    `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, comment_count) values ($1, 't', 'd', 's', $2, $3, 1)`,
    [bugId, createdOn, userId],
  )
  await pool.query(
    `insert into bug_search (bug_id, created_on, is_closed, classification, words) values ($1, $2, false, 'unclassified', '')`,
    [bugId, createdOn],
  )
  await pool.query(`insert into comments (id, bug_id, user_id, created_on, message) values ($1, $2, $3, $4, 'm')`, [
    commentId,
    bugId,
    userId,
    createdOn,
  ])
  await pool.query(
    `insert into attachments (id, bug_id, uploaded_by, name, media_type, bytes, sha256, created_on)
     values ($1, $2, $3, 'a.txt', 'application/octet-stream', 1, encode(sha256('x'), 'hex'), $4)`,
    [attachmentId, bugId, userId, createdOn],
  )
  const report = { title: 't', description: 'd', stepsToReproduce: 's', createdOn, createdBy: userId }
  const edit = { title: { from: 'before', to: 't' } }
  const { rows } = await pool.query<{ id: number }>(
    `insert into events (type, subject_id, actor_id, payload, version) values
     ('bug-reported', $1, $2, $3, 1), ('bug-edited', $1, $2, $4, 1) returning id`,
    [bugId, userId, JSON.stringify(report), JSON.stringify(edit)],
  )
  return { bugId, commentId, attachmentId, entryId: String(rows[1]?.id) }
}

/** Creates a conversation of one person with one message, and a canned answer. */
async function aConversationOf({ database: { pool } }: TestApp, userId: string) {
  const now = new Date()
  const [conversationId, answerId] = [newRecordId(now), newRecordId(now)]
  await pool.query('delete from conversations where user_id = $1', [userId])
  await pool.query(
    `insert into conversations (id, user_id, visitor_name, opened_on, last_seq, last_line_on, network, user_agent)
     values ($1, $2, 'n', $3, 1, $3, 'n', 'a')`,
    [conversationId, userId, now],
  )
  await pool.query(
    `insert into chat_lines (conversation_id, seq, id, sender, user_id, sender_name, message, sent_on, words)
     values ($1, 1, $1, 'visitor', $2, 'n', 'm', $3, '')`,
    [conversationId, userId, now],
  )
  await pool.query(
    `insert into chat_answers (id, title, message, created_on, created_by) values ($1, 't', 'm', $2, $3)`,
    [answerId, now, userId],
  )
  return { conversationId, answerId }
}

/** Creates a view of one person that others may open too. */
async function aViewOf({ database: { pool } }: TestApp, userId: string) {
  const viewId = newRecordId(new Date())
  await pool.query(
    `insert into views (id, owner_id, name, search, is_shared, created_on) values ($1, $2, 'n', '{}', true, now())`,
    [viewId, userId],
  )
  return { viewId }
}
