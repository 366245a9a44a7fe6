import type { Permission } from '#shared/access/permissions.ts'
import type { PlainColumns } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import type { ChatSender } from '#shared/chat/words.ts'
import type { ViewSearch } from '#shared/views/contract.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Column types of every table, as the `pg` driver reads them. */
export interface Tables {
  roles: { name: string; permissions: Permission[]; created_on: Generated<Date> }
  users: {
    id: string
    email: string | null
    password_hash: string | null
    full_name: string
    given_name: string
    family_name: string
    created_on: Date
    deactivated_on: Date | null
    is_demo: Generated<boolean>
    import_key: string | null
  }
  user_roles: { user_id: string; role: string }
  sessions: {
    token_hash: Buffer
    user_id: string
    created_on: Date
    seen_on: Date
    expires_on: Date
    user_agent: string
  }
  setup_tokens: { token_hash: Buffer; created_on: Generated<Date> }
  bugs: {
    id: string
    title: string
    description: string
    steps_to_reproduce: string
    created_on: Date
    created_by: string
    assigned_to: string | null
    assigned_on: Date | null
    status: Generated<BugStatus>
    is_closed: Generated<boolean>
    classification: Generated<Classification>
    duplicate_of: string | null
    product: string | null
    component: string | null
    external_id: string | null
    comment_count: Generated<number>
    version: Generated<number>
    affected_count: Generated<number>
    is_merged: Generated<boolean>
    /** Set by a trigger. */
    closed_on: Generated<Date | null>
  } & { [C in keyof PlainColumns]: Generated<PlainColumns[C]> }
  bug_followers: { bug_id: string; user_id: string; is_following: boolean; since: Date; from_event: number }
  bug_seen: { user_id: string; bug_id: string; event_id: number }
  bug_joins: { bug_id: string; user_id: string; is_joined: boolean; since: Date }
  request_keys: {
    user_id: string
    act: string
    key: string
    record_id: string
    body_hash: Buffer | null
    created_on: Generated<Date>
  }
  comments: {
    id: string
    bug_id: string
    user_id: string
    created_on: Date
    message: string
    edited_on: Generated<Date | null>
    deleted_on: Generated<Date | null>
    version: Generated<number>
  }
  mentions: {
    bug_id: string
    comment_id: string | null
    user_id: string
    name: string
    created_on: Generated<Date>
  }
  attachments: {
    id: string
    bug_id: string | null
    comment_id: string | null
    uploaded_by: string
    name: string
    media_type: string
    bytes: number
    sha256: string
    width: number | null
    height: number | null
    created_on: Date
  }
  views: {
    id: string
    owner_id: string
    name: string
    search: ColumnType<ViewSearch, string, string>
    is_shared: boolean
    created_on: Date
  }
  view_pins: { user_id: string; view_id: string | null; standard_view: string | null; is_pinned: boolean }
  installation: { is_only: Generated<boolean>; id: string }
  bug_search: {
    bug_id: string
    created_on: Date
    is_closed: boolean
    classification: Classification
    /** Written from `array_to_tsvector` and never read, like the words of `bug_ranks`. */
    words: string
    number: GeneratedAlways<number>
  }
  bug_ranks: { bug_id: string; title_words: string; own_words: string }
  bug_texts: { bug_id: string; comment_id: string | null; plain: string; pairs: number[] }
  search_vocabulary: { word: string; length: number; letters: number }
  search_upgrade: { part: string; done_to: string }
  bug_counts: { is_closed: boolean; classification: Classification; shard: number; n: number }
  conversations: {
    id: string
    visitor_hash: Buffer | null
    user_id: string | null
    visitor_name: string
    email: string | null
    opened_on: Date
    last_seq: Generated<number>
    last_line_on: Date
    visitor_seen: Generated<number>
    staff_seen: Generated<number>
    waiting_since: Date | null
    taken_by: string | null
    closed_on: Date | null
    blocked_on: Date | null
    network: string
    page: string | null
    user_agent: string
  }
  chat_lines: {
    conversation_id: string
    seq: number
    id: string
    sender: ChatSender
    user_id: string | null
    sender_name: string
    client_id: string | null
    message: string
    sent_on: Date
    /** Written from `array_to_tsvector` and never read. */
    words: string
  }
  conversation_bugs: { conversation_id: string; bug_id: string; linked_on: Date; linked_by: string }
  chat_answers: { id: string; title: string; message: string; created_on: Date; created_by: string }
  events: {
    id: GeneratedAlways<number>
    tx: Generated<string>
    at: Generated<Date>
    actor_id: string | null
    type: string
    subject_id: string
    payload: ColumnType<Record<string, unknown>, string, never>
    version: number | null
    undoes: number | null
  }
}
