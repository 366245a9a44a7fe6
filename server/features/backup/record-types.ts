import { partColumns, plainColumns } from '#shared/bugs/fields.ts'

/** One kind of line of an export: a row of a table, with the columns' names in camelCase. */
export interface RecordType {
  readonly type: string
  readonly table: string
  readonly columns: readonly string[]
  /** Columns that are written only when they are asked for. */
  readonly secret?: readonly string[]
  /** What columns hold in the new place instead, as SQL. */
  readonly filled?: Readonly<Record<string, string>>
  /** By which the lines are ordered. */
  readonly order: string
}

/**
 * Everything that an export holds, in the order of its lines. Only ever add: a file of an earlier version lacks what is
 * new, and its columns take their defaults.
 */
export const recordTypes: readonly RecordType[] = [
  { type: 'role', table: 'roles', columns: ['name', 'permissions', 'created_on'], order: 'name' },
  {
    type: 'person',
    table: 'users',
    columns: [
      ...['id', 'email', 'full_name', 'given_name', 'family_name', 'created_on', 'deactivated_on', 'is_demo'],
      ...['import_key', 'preferences', 'email_confirmed_on', 'email_refused_on'],
      'confirmation_asked_on',
    ],
    secret: ['password_hash'],
    order: 'id',
  },
  {
    type: 'given-placeholder',
    table: 'given_placeholders',
    columns: ['placeholder_id', 'user_id', 'given_on'],
    order: 'placeholder_id',
  },
  { type: 'setting', table: 'settings', columns: ['name', 'value', 'changed_on', 'changed_by'], order: 'name' },
  {
    type: 'product',
    table: 'products',
    columns: [
      ...['id', 'number', 'key', 'name', 'description', 'icon', 'is_open', 'archived_on', 'created_on', 'version'],
    ],
    order: 'number',
  },
  {
    type: 'custom-field',
    table: 'product_fields',
    columns: [
      ...['id', 'product_number', 'key', 'name', 'kind', 'help', 'choices', 'required', 'place', 'retired_on'],
      'created_on',
    ],
    order: 'product_number, key',
  },
  {
    type: 'report-template',
    table: 'report_templates',
    columns: [
      ...['id', 'product_number', 'name', 'about', 'title', 'description', 'steps_to_reproduce', 'field_keys', 'place'],
      ...['archived_on', 'created_on'],
    ],
    order: 'product_number, id',
  },
  {
    type: 'component',
    table: 'components',
    columns: ['id', 'product_number', 'name', 'description', 'default_assignee', 'is_archived', 'created_on'],
    order: 'id',
  },
  {
    type: 'version',
    table: 'versions',
    columns: ['id', 'product_number', 'name', 'due_on', 'is_released', 'is_archived', 'created_on'],
    order: 'id',
  },
  {
    type: 'product-member',
    table: 'product_members',
    columns: ['product_id', 'user_id', 'added_on'],
    order: 'product_id, user_id',
  },
  { type: 'person-role', table: 'user_roles', columns: ['user_id', 'role'], order: 'user_id, role' },
  {
    type: 'bug',
    table: 'bugs',
    columns: [
      ...['id', 'title', 'description', 'steps_to_reproduce', 'created_on', 'created_by', 'assigned_to', 'assigned_on'],
      ...['status', 'is_closed', 'closed_on', 'classification', 'duplicate_of', 'is_merged', 'product', 'component'],
      ...['external_id', 'comment_count', 'affected_count', 'version', 'product_number', 'number', 'is_private'],
      ...['fields', 'is_waiting', 'asked_on', 'asked_by', 'asked_in', 'reminders', 'owed_since'],
      ...plainColumns,
      ...partColumns,
    ],
    order: 'id',
  },
  {
    type: 'former-bug-key',
    table: 'former_bug_keys',
    columns: ['product_number', 'number', 'bug_id'],
    order: 'product_number, number',
  },
  { type: 'bug-reader', table: 'bug_readers', columns: ['bug_id', 'user_id', 'added_on'], order: 'bug_id, user_id' },
  {
    type: 'label',
    table: 'labels',
    columns: ['id', 'name', 'tone', 'description', 'created_on', 'merged_into', 'ended_by'],
    order: 'id',
  },
  { type: 'bug-link', table: 'bug_links', columns: ['bug_id', 'kind', 'other_id'], order: 'bug_id, kind, other_id' },
  { type: 'bug-label', table: 'bug_labels', columns: ['bug_id', 'label_id'], order: 'bug_id, label_id' },
  {
    type: 'comment',
    table: 'comments',
    columns: ['id', 'bug_id', 'user_id', 'created_on', 'message', 'edited_on', 'deleted_on', 'version'],
    order: 'id',
  },
  {
    type: 'internal-comment',
    table: 'internal_comments',
    columns: ['id', 'bug_id', 'user_id', 'created_on', 'message', 'edited_on', 'deleted_on', 'version', 'mentions'],
    filled: { words: `''::tsvector` },
    order: 'id',
  },
  {
    type: 'mention',
    table: 'mentions',
    columns: ['bug_id', 'comment_id', 'user_id', 'name', 'created_on'],
    order: 'bug_id, comment_id, user_id',
  },
  {
    type: 'attachment',
    table: 'attachments',
    columns: [
      ...['id', 'bug_id', 'comment_id', 'uploaded_by', 'name', 'media_type', 'bytes', 'sha256', 'width', 'height'],
      ...['created_on', 'internal_comment_id'],
    ],
    order: 'id',
  },
  {
    type: 'follower',
    table: 'bug_followers',
    columns: ['bug_id', 'user_id', 'is_following', 'since', 'from_event', 'level'],
    order: 'bug_id, user_id',
  },
  { type: 'seen', table: 'bug_seen', columns: ['user_id', 'bug_id', 'event_id'], order: 'user_id, bug_id' },
  {
    type: 'product-level',
    table: 'product_levels',
    columns: ['user_id', 'product_number', 'level'],
    order: 'user_id, product_number',
  },
  {
    type: 'notification',
    table: 'notifications',
    columns: [
      ...['user_id', 'bug_id', 'event_id', 'reason', 'view', 'bulk_id', 'number', 'seen_on', 'done_on', 'decided_on'],
      'is_internal',
    ],
    // An import tells nobody anything.
    filled: { is_mail_pending: 'false', mail_id: 'null::text' },
    order: 'number',
  },
  {
    type: 'join',
    table: 'bug_joins',
    columns: ['bug_id', 'user_id', 'is_joined', 'since'],
    order: 'bug_id, user_id',
  },
  {
    type: 'snooze',
    table: 'bug_snoozes',
    columns: ['user_id', 'bug_id', 'until', 'from_event'],
    order: 'user_id, bug_id',
  },
  {
    type: 'view',
    table: 'views',
    columns: ['id', 'owner_id', 'name', 'search', 'is_shared', 'created_on'],
    order: 'id',
  },
  {
    type: 'view-pin',
    table: 'view_pins',
    columns: ['user_id', 'view_id', 'standard_view', 'is_pinned'],
    order: 'user_id, view_id, standard_view',
  },
  {
    type: 'view-bell',
    table: 'view_bells',
    columns: ['user_id', 'view_id', 'standard_view', 'tells', 'is_from_start'],
    // What came into a view before an import is told to nobody.
    filled: { number: '0' },
    order: 'user_id, view_id, standard_view',
  },
  {
    type: 'view-entry',
    table: 'view_entries',
    columns: ['user_id', 'view', 'bug_id', 'told_on'],
    order: 'user_id, view, bug_id',
  },
  {
    type: 'mail-subject',
    table: 'mail_subjects',
    columns: ['user_id', 'bug_id', 'subject'],
    order: 'user_id, bug_id',
  },
  {
    type: 'conversation',
    table: 'conversations',
    columns: [
      ...['id', 'user_id', 'visitor_name', 'email', 'opened_on', 'last_seq', 'last_line_on', 'visitor_seen'],
      ...['staff_seen', 'waiting_since', 'taken_by', 'closed_on', 'blocked_on', 'network', 'page', 'user_agent'],
      ...['mail_ended_on', 'email_confirmed_on'],
    ],
    secret: ['visitor_hash'],
    // An import mails nobody anything: not what was unread in the old place either.
    // And who was asked about an address that they have not confirmed is asked again: the link has another key.
    filled: { mailed_seq: 'coalesce(last_seq, 0)', email_asked_on: 'email_confirmed_on' },
    order: 'id',
  },
  {
    type: 'chat-line',
    table: 'chat_lines',
    columns: [
      ...['conversation_id', 'seq', 'id', 'sender', 'user_id', 'sender_name', 'client_id', 'message', 'sent_on'],
    ],
    filled: { words: `''::tsvector` },
    order: 'conversation_id, seq',
  },
  {
    type: 'chat-note',
    table: 'chat_notes',
    columns: ['id', 'conversation_id', 'user_id', 'sent_on', 'message'],
    filled: { words: `''::tsvector` },
    order: 'conversation_id, sent_on, id',
  },
  {
    type: 'conversation-bug',
    table: 'conversation_bugs',
    columns: ['conversation_id', 'bug_id', 'linked_on', 'linked_by'],
    order: 'conversation_id, bug_id',
  },
  {
    type: 'chat-answer',
    table: 'chat_answers',
    columns: ['id', 'title', 'message', 'created_on', 'created_by'],
    order: 'id',
  },
  {
    type: 'event',
    table: 'events',
    columns: ['id', 'at', 'actor_id', 'type', 'subject_id', 'version', 'undoes', 'bulk_id', 'payload'],
    // Transaction ids are those of one database server.
    filled: { tx: `'0'::xid8` },
    order: 'id',
  },
]

/** Tables that an export leaves out, and why. */
export const notExported: Readonly<Record<string, string>> = {
  bug_counts: 'counted again by an import',
  bug_updates: 'made again of the bugs and events by an import',
  bug_field_values: 'made again of the bugs by an import',
  bug_search: 'made again of the texts by an import',
  bug_ranks: 'made again of the texts by an import',
  bug_texts: 'made again of the texts by an import',
  search_vocabulary: 'made again of the texts by an import',
  search_upgrade: 'says how far that is',
  sessions: 'people log in again',
  bulk_changes:
    'what they did stands in the events; in the new place they are neither continued nor taken back at once',
  bulk_change_bugs: 'the same',
  request_keys: 'answers to requests that nobody sends again elsewhere',
  account_links: 'they lead to the old place; people are invited and ask for links anew',
  invitation_roles: 'the same',
  reporter_links: 'they lead to the old place; staff send reporters a new one',
  mail_reports: 'their senders confirm them in the old place, where the links in their mails lead',
  mail_report_files: 'the same',
  mails: 'what was due is said by the old place, and links in it lead there',
  reply_addresses: 'they lead to the old place; the next mails have addresses of the new one',
  received_mails: 'what they became is exported; the mails themselves stay with the place that received them',
  open_pages: 'who has a page of the old place open',
  ended_addresses: 'hashes by the key of the old place, which say nothing in another one',
  installation_key: 'the new place has a key of its own',
  view_candidates: 'what an import brings comes into no view',
  notification_position: 'what an import brings is told to nobody: it begins after that',
  installation: 'the new place is another installation',
}

/** `created_on` as `createdOn`. An event's own `type` is `eventType`: `type` is what kind of line it is. */
export function fieldOf(column: string): string {
  if (column === 'type') return 'eventType'
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
