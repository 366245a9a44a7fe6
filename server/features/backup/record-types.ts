import { plainColumns } from '#shared/bugs/fields.ts'

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
      'import_key',
    ],
    secret: ['password_hash'],
    order: 'id',
  },
  { type: 'person-role', table: 'user_roles', columns: ['user_id', 'role'], order: 'user_id, role' },
  {
    type: 'bug',
    table: 'bugs',
    columns: [
      ...['id', 'title', 'description', 'steps_to_reproduce', 'created_on', 'created_by', 'assigned_to', 'assigned_on'],
      ...['status', 'is_closed', 'closed_on', 'classification', 'duplicate_of', 'is_merged', 'product', 'component'],
      ...['external_id', 'comment_count', 'affected_count', 'version'],
      ...plainColumns,
    ],
    order: 'id',
  },
  {
    type: 'comment',
    table: 'comments',
    columns: ['id', 'bug_id', 'user_id', 'created_on', 'message', 'edited_on', 'deleted_on', 'version'],
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
      'created_on',
    ],
    order: 'id',
  },
  {
    type: 'follower',
    table: 'bug_followers',
    columns: ['bug_id', 'user_id', 'is_following', 'since', 'from_event'],
    order: 'bug_id, user_id',
  },
  { type: 'seen', table: 'bug_seen', columns: ['user_id', 'bug_id', 'event_id'], order: 'user_id, bug_id' },
  {
    type: 'join',
    table: 'bug_joins',
    columns: ['bug_id', 'user_id', 'is_joined', 'since'],
    order: 'bug_id, user_id',
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
    type: 'conversation',
    table: 'conversations',
    columns: [
      ...['id', 'user_id', 'visitor_name', 'email', 'opened_on', 'last_seq', 'last_line_on', 'visitor_seen'],
      ...['staff_seen', 'waiting_since', 'taken_by', 'closed_on', 'blocked_on', 'network', 'page', 'user_agent'],
    ],
    secret: ['visitor_hash'],
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
    columns: ['id', 'at', 'actor_id', 'type', 'subject_id', 'version', 'undoes', 'payload'],
    // Transaction ids are those of one database server.
    filled: { tx: `'0'::xid8` },
    order: 'id',
  },
]

/** Tables that an export leaves out, and why. */
export const notExported: Readonly<Record<string, string>> = {
  bug_counts: 'counted again by an import',
  bug_search: 'made again of the texts by an import',
  bug_ranks: 'made again of the texts by an import',
  bug_texts: 'made again of the texts by an import',
  search_vocabulary: 'made again of the texts by an import',
  search_upgrade: 'says how far that is',
  sessions: 'people log in again',
  request_keys: 'answers to requests that nobody sends again elsewhere',
  installation: 'the new place is another installation',
}

/** `created_on` as `createdOn`. An event's own `type` is `eventType`: `type` is what kind of line it is. */
export function fieldOf(column: string): string {
  if (column === 'type') return 'eventType'
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
