import { openInstallationKey } from '#server/config/installation-key.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { keepReplyAddress, replyAddressOf } from '#server/features/mail/public.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates one record of each kind that a call can name, of one person.
 * @returns their ids by the names of paths and `acceptedBodies`
 */
export async function recordsOf(app: TestApp, userId: string): Promise<Record<string, string>> {
  const bug = await aBugOf(app, userId)
  return {
    ...bug,
    receivedId: await aHeldMail(app, userId, bug),
    originalId: (await aBugOf(app, userId)).bugId,
    ...(await aConversationOf(app, userId)),
    ...(await aViewOf(app, userId)),
    ...(await aBulkOf(app, userId)),
    ...(await aProductOf(app, userId)),
    labelId: await aLabel(app),
    otherLabelId: await aLabel(app),
    placeholderId: await aPlaceholder(app),
    jobId: await aFailedJob(app),
    mailId: await anUnsentMail(app),
    invitationId: await anInvitation(app, userId),
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

/** Creates a product that takes bugs, with one member, a component and a version. */
async function aProductOf({ database: { pool }, inTx }: TestApp, userId: string) {
  const id = newRecordId(new Date())
  const key = `P${id.slice(-8).toUpperCase()}`
  const facts = { key, name: 'n', description: '', icon: '', isOpen: true }
  const { rows } = await pool.query<{ number: number }>(
    `insert into products (id, key, name) values ($1, $2, $3) returning number`,
    [id, key, facts.name],
  )
  await pool.query(`create sequence bug_numbers_${rows[0]?.number} as integer`)
  await pool.query(`insert into product_members (product_id, user_id) values ($1, $2)`, [id, userId])
  // Whoever has called before sees it from now on.
  await inTx((tx) => recordEvent(tx, { type: 'product-created', subjectId: id, actorId: null, payload: facts }))
  const [fieldId, templateId] = [newRecordId(new Date()), newRecordId(new Date())]
  await pool.query(
    `insert into product_fields (id, product_number, key, name, kind, place)
     values ($1, $3, 'one', 'n', 'text', 0), ($2, $3, 'two', 'n', 'text', 1)`,
    [fieldId, newRecordId(new Date()), rows[0]?.number],
  )
  await pool.query(
    `insert into report_templates (id, product_number, name, place) values ($1, $3, 'n', 0), ($2, $3, 'n', 1)`,
    [templateId, newRecordId(new Date()), rows[0]?.number],
  )
  const [componentId, versionId] = [newRecordId(new Date()), newRecordId(new Date())]
  for (const [table, part] of [
    ['components', componentId],
    ['versions', versionId],
  ] as const) {
    const values = [part, rows[0]?.number, `part ${part}`]
    await pool.query(`insert into ${table} (id, product_number, name, created_on) values ($1, $2, $3, now())`, values)
  }
  return { productId: id, productKey: key, fieldId, templateId, componentId, versionId }
}

/** Creates a bulk change of one person that found no bug. */
async function aBulkOf({ database: { pool } }: TestApp, userId: string) {
  const bulkId = newRecordId(new Date())
  await pool.query(
    `insert into bulk_changes (id, created_on, created_by, fields, total, finished_on)
     values ($1, now(), $2, '{"status": "Closed"}', 0, now())`,
    [bulkId, userId],
  )
  return { bulkId }
}

/** Creates a label that no bug has. */
async function aLabel({ database: { pool } }: TestApp) {
  const id = newRecordId(new Date())
  await pool.query(`insert into labels (id, name, tone, description, created_on) values ($1, $2, 'grey', '', now())`, [
    id,
    `label ${id}`,
  ])
  return id
}

/** Stores a job that failed for good, of a kind that nobody does. */
async function aFailedJob({ database: { pool } }: TestApp) {
  const { rows } = await pool.query<{ id: number }>(
    `select (mothlight_jobs.permanently_fail_jobs(array[(mothlight_jobs.add_job('any')).id])).id`,
  )
  return `${rows[0]?.id}`
}

/** Stores a mail that was given up, of a kind that nobody writes. */
async function anUnsentMail({ database: { pool } }: TestApp) {
  const id = newRecordId(new Date())
  await pool.query(
    `insert into mails (id, kind, address, due_on, expires_on, failed_on, last_error)
      values ($1, 'any', 'nobody@example.test', now(), now(), now(), 'no')`,
    [id],
  )
  return id
}

/** Creates a mail of somebody that waits for an administrator, and one that became their comment. */
async function aHeldMail(app: TestApp, userId: string, { bugId, commentId }: { bugId: string; commentId: string }) {
  const [id, other] = [newRecordId(new Date()), newRecordId(new Date())]
  const { address = 'mothlight@bugs.example' } = app.config.mailIn ?? {}
  const [out, target] = [{ replyDomain: address.split('@')[1] }, { userId, bugId }]
  await app.inTx((tx) => keepReplyAddress(tx, out, target))
  const to = await replyAddressOf(app.database.db, openInstallationKey(app.config), out, target)
  const raw = Buffer.from(`From: eve@example.test\r\nTo: ${to}\r\nSubject: s\r\n\r\nw`)
  await app.database.pool.query(
    `insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint, state, reason, reply_address_id, bug_id, comment_id)
      select $1, 'http', '{"to": []}'::jsonb, $3::bytea, length($3), $1, 'held', 'other-sender', a.id, null, null
        from reply_addresses a where a.user_id = $4 and a.bug_id = $5
      union all select $2, 'http', '{"to": []}', $3, length($3), $2, 'done', null, null, $5, $6`,
    [id, other, raw, userId, bugId, commentId],
  )
  return id
}

/** Creates a person whom an import named, without anything of theirs. */
async function aPlaceholder({ database: { pool } }: TestApp) {
  const id = newRecordId(new Date())
  await pool.query(
    `insert into users (id, full_name, given_name, family_name, import_key, created_on) values ($1, 'P', 'P', 'P', $2, now())`,
    [id, `name:${id}`],
  )
  return id
}

/** Creates an invitation that nobody has accepted, by one person. */
async function anInvitation({ database: { pool } }: TestApp, userId: string) {
  const id = newRecordId(new Date())
  await pool.query(
    `insert into account_links (id, purpose, email, made_by, expires_on)
     values ($1, 'invite', $2, $3, now() + interval '7 days')`,
    [id, `invited-${id}@example.test`, userId],
  )
  return id
}
