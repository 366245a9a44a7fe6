import type { Permission } from '#shared/access/permissions.ts'
import type { PartColumns, PlainColumns } from '#shared/bugs/fields.ts'
import type { ManyValues } from '#shared/bulk/bulk-values.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import type { FactRefusal } from '#shared/bulk/contract.ts'
import type { FieldKind, Requirement, StoredFields } from '#shared/custom-fields/custom-field.ts'
import type { ChatSender } from '#shared/chat/words.ts'
import type { NotificationLevel, NotificationReason } from '#shared/following/level.ts'
import type { CameBy, Envelope, ReceivedState } from '#shared/mail-in/words.ts'
import type { LabelTone } from '#shared/labels/label.ts'
import type { StoredKind } from '#shared/links/link.ts'
import type { LinkPurpose } from '#shared/accounts/contract.ts'
import type { Preferences } from '#shared/users/preferences.ts'
import type { ViewSearch, ViewTells } from '#shared/views/contract.ts'
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
    preferences: ColumnType<Partial<Preferences>, string | undefined, string>
    /** When its owner confirmed `email`; null: nobody has. */
    email_confirmed_on: Generated<Date | null>
    /** When a mail server last said that there is no such address; null: none has since it was confirmed. */
    email_refused_on: Generated<Date | null>
    /** When they were last sent a link that confirms it; null: never. */
    confirmation_asked_on: Generated<Date | null>
  }
  mails: {
    id: string
    kind: string
    /** Null for an address without an account. */
    user_id: string | null
    address: string
    subject_id: string | null
    created_on: Generated<Date>
    /** When it is tried, or tried again. */
    due_on: Date
    expires_on: Date
    sent_on: Date | null
    tries: Generated<number>
    last_error: string | null
    /** When it was given up. */
    failed_on: Date | null
    /** The lower ones go out first. */
    priority: Generated<number>
    first_tried_on: Date | null
    /** What it is about beside its subject; ids and numbers alone. */
    detail: ColumnType<unknown, string | null | undefined, string | null>
  }
  /** Tells by which key the last process that started derives the secrets of links. */
  settings: { name: string; value: string; changed_on: Generated<Date>; changed_by: string }
  installation_key: { is_only: Generated<boolean>; fingerprint: string }
  /** Has a row while everything outgoing is held, as after a restore. */
  outgoing_hold: { is_only: Generated<boolean>; held_on: Generated<Date> }
  /** The address by which somebody answers mails about a bug or a conversation; the secret in it is stored nowhere. */
  reply_addresses: {
    id: string
    user_id: string | null
    bug_id: string | null
    conversation_id: string | null
    made_on: Generated<Date>
    revoked_on: Date | null
  }
  /** A mail that came in, and what became of it. */
  received_mails: {
    id: string
    received_on: Generated<Date>
    came_by: CameBy
    envelope: ColumnType<Envelope, string, never>
    raw: Buffer
    bytes: number
    /** Of what makes it the same mail, whatever way it came. */
    fingerprint: string
    state: Generated<ReceivedState>
    reason: string | null
    tries: Generated<number>
    due_on: Generated<Date>
    handled_on: Date | null
    message_id: string | null
    from_address: string | null
    subject: string | null
    reply_address_id: string | null
    accepted_by: string | null
    bug_id: string | null
    comment_id: string | null
    conversation_id: string | null
  }
  /** Which account each person of an import was found to be. */
  given_placeholders: { placeholder_id: string; user_id: string; given_on: Generated<Date> }
  /** A link by which somebody confirms an address, sets a password or accepts an invitation; its secret is stored nowhere. */
  account_links: {
    id: string
    purpose: LinkPurpose
    email: string
    user_id: string | null
    /** Who invited, or made a link for somebody else. */
    made_by: string | null
    made_on: Generated<Date>
    expires_on: Date
    used_on: Date | null
    ended_on: Date | null
  }
  invitation_roles: { link_id: string; role: string }
  /** The link by which a reporter without an account follows their bug; its secret is stored nowhere. */
  reporter_links: {
    id: string
    bug_id: string
    user_id: string
    made_on: Generated<Date>
    /** Who of the team had it sent; null for one that came with the report. */
    made_by: string | null
    /** When something was last said, sent or chosen by it. */
    used_on: Generated<Date | null>
    revoked_on: Generated<Date | null>
    /** Since when its holder wants no mails about the bug. */
    mail_ended_on: Generated<Date | null>
    /** The last event that they were mailed. */
    mailed_event: Generated<number>
  }
  /** A mail that becomes a report once its sender confirms it. */
  mail_reports: {
    id: string
    /** Of the mail's Message-ID and its sender: the same mail twice is one report. */
    mail_hash: string
    /** In its normal form. */
    address: string
    name: string
    /** The product that its address named. */
    product_key: string | null
    /** Empty once it is a bug. */
    title: string
    description: string
    held_on: Generated<Date>
    confirmed_on: Generated<Date | null>
    bug_id: Generated<string | null>
  }
  mail_report_files: { report_id: string; number: number; name: string; content: Buffer }
  user_roles: { user_id: string; role: string }
  sessions: {
    token_hash: Buffer
    user_id: string
    created_on: Date
    seen_on: Date
    expires_on: Date
    user_agent: string
  }
  products: {
    id: string
    /** Stands for the product in narrow rows; never leaves the server. */
    number: Generated<number>
    key: string
    name: string
    description: Generated<string>
    icon: Generated<string>
    /** Everybody with canViewData may see it; else its members alone. */
    is_open: Generated<boolean>
    archived_on: Date | null
    created_on: Generated<Date>
    version: Generated<number>
  }
  product_fields: {
    id: string
    product_number: number
    key: string
    name: string
    kind: FieldKind
    help: string
    choices: string[]
    required: Requirement
    place: number
    retired_on: Date | null
    created_on: Generated<Date>
  }
  report_templates: {
    id: string
    product_number: number
    name: string
    about: string
    title: string
    description: string
    steps_to_reproduce: string
    field_keys: string[]
    place: number
    archived_on: Date | null
    created_on: Generated<Date>
  }
  components: {
    id: string
    product_number: number
    name: string
    description: Generated<string>
    default_assignee: string | null
    is_archived: Generated<boolean>
    created_on: Date
  }
  versions: {
    id: string
    product_number: number
    name: string
    /** A day, such as 2026-01-31. */
    due_on: string | null
    is_released: Generated<boolean>
    is_archived: Generated<boolean>
    created_on: Date
  }
  product_members: { product_id: string; user_id: string; added_on: Generated<Date> }
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
    product_number: Generated<number>
    /** Counts the bugs of a product; given by a trigger where none is given. */
    number: Generated<number>
    is_private: Generated<boolean>
    is_waiting: Generated<boolean>
    /** The last question to its reporter: when, by whom, in which comment, and how many reminders were sent. */
    asked_on: Date | null
    asked_by: string | null
    asked_in: string | null
    reminders: Generated<number>
    /** Since when the team owes its reporter an answer. */
    owed_since: Date | null
    fields: ColumnType<StoredFields, string | undefined, string>
    /** Set by a trigger. */
    closed_on: Generated<Date | null>
  } & { [C in keyof PlainColumns]: Generated<PlainColumns[C]> } & PartColumns
  /** Written by triggers. */
  bug_field_values: { bug_id: string; key: string; word: string; quantity: number | null }
  /** Whom somebody let see a private bug. */
  bug_readers: { bug_id: string; user_id: string; added_on: Generated<Date> }
  /** The numbers that bugs had in products from which they were moved. */
  former_bug_keys: { product_number: number; number: number; bug_id: string }
  labels: {
    id: string
    name: string
    tone: LabelTone
    description: string
    created_on: Date
    merged_into: string | null
    /** The number of the event that merged or deleted it. */
    ended_by: number | null
  }
  bug_labels: { bug_id: string; label_id: string }
  bug_links: { bug_id: string; kind: StoredKind; other_id: string }
  /** Written by triggers. */
  bug_updates: {
    id: string
    updated_on: Date
    created_on: Date
    is_closed: boolean
    classification: Classification
    product_number: number
    is_private: boolean
    is_waiting: boolean
    /** For its reporter's answer where it is waiting, else for the team's. */
    waiting_since: Date | null
  }
  bug_snoozes: { user_id: string; bug_id: string; until: Date | null; from_event: number }
  bug_followers: {
    bug_id: string
    user_id: string
    is_following: boolean
    since: Date
    from_event: number
    level: NotificationLevel | null
  }
  product_levels: { user_id: string; product_number: number; level: NotificationLevel }
  notifications: {
    user_id: string
    bug_id: string
    event_id: number
    reason: NotificationReason
    bulk_id: string | null
    is_internal: Generated<boolean>
    number: GeneratedAlways<number>
    seen_on: Date | null
    /** Set by its reader, and not before it is seen. */
    done_on: Date | null
    decided_on: Generated<Date>
    /** It is neither in a mail nor known that its reader gets none. */
    is_mail_pending: Generated<boolean>
    /** The mail that tells of it, or told. */
    mail_id: string | null
    /** The view that its bug came into, by its id or its name, where that is the reason. */
    view: string | null
  }
  /** Who has a page of the product open, as of a minute: the id of an account, or of a visitor's conversation. */
  open_pages: { who: string; seen_on: Generated<Date>; time_zone: string | null }
  /** Addresses whose owners want no mails of the chat where they are left in it: no text from which one could be read. */
  ended_addresses: { hash: string; ended_on: Generated<Date> }
  notification_position: { is_only: Generated<boolean>; tx: string; event_id: number }
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
  internal_comments: {
    id: string
    bug_id: string
    user_id: string
    created_on: Date
    message: string
    edited_on: Generated<Date | null>
    deleted_on: Generated<Date | null>
    version: Generated<number>
    mentions: Generated<unknown>
    words: string
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
    internal_comment_id: Generated<string | null>
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
  view_bells: {
    user_id: string
    view_id: string | null
    standard_view: string | null
    tells: ViewTells
    /** Nobody chose it: it holds for as long as the right that it goes with. */
    is_from_start: Generated<boolean>
    /** The last of `view_candidates` that was asked about. */
    number: Generated<number>
  }
  /** Events that may have brought a bug into a view. */
  view_candidates: { number: GeneratedAlways<number>; event_id: number; noted_on: Generated<Date> }
  /** What somebody was told of a view, by its id or the name of one that everybody has. */
  view_entries: { user_id: string; view: string; bug_id: string; told_on: Generated<Date> }
  /** Under which subject somebody gets the mails about a bug. */
  mail_subjects: { user_id: string; bug_id: string; subject: string }
  installation: { is_only: Generated<boolean>; id: string }
  bug_search: {
    bug_id: string
    created_on: Date
    is_closed: boolean
    classification: Classification
    product_number: Generated<number>
    is_private: Generated<boolean>
    /** Written from `array_to_tsvector` and never read, like the words of `bug_ranks`. */
    words: string
    number: GeneratedAlways<number>
  }
  bug_ranks: { bug_id: string; title_words: string; own_words: string }
  bug_texts: { bug_id: string; comment_id: string | null; plain: string; pairs: number[] }
  search_vocabulary: { word: string; length: number; letters: number }
  search_upgrade: { part: string; done_to: string }
  bug_counts: {
    product_number: number
    is_private: boolean
    is_closed: boolean
    classification: Classification
    shard: number
    n: number
  }
  conversations: {
    id: string
    visitor_hash: Buffer | null
    user_id: string | null
    visitor_name: string
    /** Left by the visitor. */
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
    /** Up to which message the visitor was mailed the team's answers. */
    mailed_seq: Generated<number>
    /** When the visitor ended these mails by a link in one; null once they leave an address again. */
    mail_ended_on: Generated<Date | null>
    /** When the left address was asked whether it is to be mailed the answers, and when somebody who reads its mail said so. */
    email_asked_on: Generated<Date | null>
    email_confirmed_on: Generated<Date | null>
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
  chat_notes: {
    id: string
    conversation_id: string
    user_id: string
    sent_on: Date
    message: string
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
    bulk_id: string | null
  }
  bulk_changes: {
    id: string
    created_on: Date
    created_by: string
    fields: ColumnType<ManyValues, string, never>
    undoes: string | null
    total: number
    done: Generated<number>
    changed: Generated<number>
    unchanged: Generated<number>
    refused: Generated<number>
    finished_on: Date | null
  }
  bulk_change_bugs: {
    bulk_id: string
    bug_id: string
    is_changed: boolean | null
    refusals: ColumnType<readonly FactRefusal[] | null, string | null>
  }
}
