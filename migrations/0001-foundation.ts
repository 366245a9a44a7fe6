import { type Kysely, sql } from 'kysely'

/**
 * Accounts, sessions, roles, bugs, comments, the event list, and what makes lists quick: `bug_search` (one narrow row
 * a bug, with its words) and `bug_counts` (totals without counting).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An id is 24 hexadecimal characters: 8 of seconds since 1970, 16 random. "C" order is time order.
  `create domain record_id as text collate "C" check (value ~ '^[0-9a-f]{24}$')`,

  `create table roles (
    name text primary key check (name <> ''),
    permissions text[] not null,
    created_on timestamptz not null default now()
  )`,
  `insert into roles (name, permissions) values
    ('customer', '{canViewData,canEditMyBug}'),
    ('staff', '{canViewData,canEditMyBug,canClassifyAnyBug,canReassignAnyBug,canEditAnyBug,canCloseAnyBug}'),
    ('support', '{canViewData,canEditMyBug,liveChatAdmin}'),
    ('admin', '{canViewData,canEditMyBug,canClassifyAnyBug,canReassignAnyBug,canEditAnyBug,canCloseAnyBug,canEditAnyUser,liveChatAdmin}')`,

  // A person without an e-mail is known from an import only and can't sign in.
  `create table users (
    id record_id primary key,
    email text,
    password_hash text,
    full_name text not null,
    given_name text not null,
    family_name text not null,
    created_on timestamptz not null,
    deactivated_on timestamptz,
    is_demo boolean not null default false,
    import_key text unique,
    check ((email is null) = (password_hash is null))
  )`,
  `create unique index users_email on users (lower(email))`,

  `create table user_roles (
    user_id record_id not null references users,
    role text not null references roles on update cascade,
    primary key (user_id, role)
  )`,
  `create index user_roles_role on user_roles (role)`,

  // Only the SHA-256 of a session's token is stored.
  `create table sessions (
    token_hash bytea primary key,
    user_id record_id not null references users,
    created_on timestamptz not null,
    seen_on timestamptz not null,
    expires_on timestamptz not null,
    user_agent text not null
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_on)`,

  `create table setup_tokens (
    token_hash bytea primary key,
    created_on timestamptz not null default now()
  )`,

  `create table bugs (
    id record_id primary key,
    title text not null,
    description text not null,
    steps_to_reproduce text not null,
    created_on timestamptz not null,
    created_by record_id not null references users,
    assigned_to record_id references users,
    assigned_on timestamptz,
    status text not null default 'Open' check (status in ('Open', 'In Progress', 'Closed', 'Resolved')),
    is_closed boolean not null default false,
    classification text not null default 'unclassified'
      check (classification in ('unclassified', 'approved', 'unapproved', 'duplicate')),
    duplicate_of record_id references bugs check (duplicate_of <> id),
    product text,
    component text,
    external_id text,
    comment_count integer not null default 0,
    version integer not null default 1,
    check (is_closed = (status in ('Closed', 'Resolved'))),
    check ((assigned_to is null) = (assigned_on is null))
  )`,
  `create index bugs_created_by on bugs (created_by, created_on desc)`,
  `create index bugs_assigned_to on bugs (assigned_to) where assigned_to is not null`,
  `create index bugs_duplicate_of on bugs (duplicate_of) where duplicate_of is not null`,
  `create index bugs_external_id on bugs (external_id) where external_id is not null`,
  // Each order of the list as an index that also answers the filters, so that a page is found without the bugs' rows.
  `create index bugs_by_created on bugs (created_on, id) include (is_closed, classification)`,
  `create index bugs_by_title on bugs ((lower(title) collate "C"), id) include (is_closed, classification, created_on)`,
  // Long texts don't fit an index entry, so these orders look at the first 200 characters.
  `create index bugs_by_description
    on bugs ((lower(left(description, 200)) collate "C"), id) include (is_closed, classification, created_on)`,
  `create index bugs_by_steps
    on bugs ((lower(left(steps_to_reproduce, 200)) collate "C"), id) include (is_closed, classification, created_on)`,

  `create table report_keys (
    user_id record_id not null references users,
    key text not null,
    bug_id record_id not null references bugs,
    created_on timestamptz not null default now(),
    primary key (user_id, key)
  )`,

  `create table comments (
    id record_id primary key,
    bug_id record_id not null references bugs,
    user_id record_id not null references users,
    created_on timestamptz not null,
    message text not null
  )`,
  `create index comments_of_bug on comments (bug_id, created_on, id)`,

  // What a filter needs of a bug, in a row so narrow that tens of thousands are counted in milliseconds.
  `create table bug_search (
    bug_id record_id primary key references bugs,
    created_on timestamptz not null,
    is_closed boolean not null,
    classification text not null,
    words tsvector not null
  ) with (toast_tuple_target = 128, fillfactor = 90)`,
  `create index bug_search_words on bug_search using gin (words)`,
  `create function bug_search_follow() returns trigger language plpgsql as $$
  begin
    update bug_search set is_closed = new.is_closed, classification = new.classification where bug_id = new.id;
    return null;
  end $$`,
  `create trigger bug_search_follow after update of is_closed, classification on bugs for each row
    when (old.is_closed <> new.is_closed or old.classification <> new.classification)
    execute function bug_search_follow()`,

  // Totals of the list without counting. Sixteen shards, so that two writers seldom wait for one row.
  `create table bug_counts (
    is_closed boolean not null,
    classification text not null,
    shard smallint not null,
    n integer not null,
    primary key (is_closed, classification, shard)
  ) with (fillfactor = 50)`,
  `create function bug_counts_add() returns trigger language plpgsql as $$
  begin
    insert into bug_counts as c (is_closed, classification, shard, n)
      select is_closed, classification, pg_backend_pid() % 16, count(*)::integer from added group by 1, 2 order by 1, 2
      on conflict (is_closed, classification, shard) do update set n = c.n + excluded.n;
    return null;
  end $$`,
  // In key order, so that two opposite moves at once can't wait for each other.
  `create function bug_counts_move() returns trigger language plpgsql as $$
  begin
    insert into bug_counts as c (is_closed, classification, shard, n)
      select is_closed, classification, pg_backend_pid() % 16, change from (values
        (old.is_closed, old.classification, -1), (new.is_closed, new.classification, 1)
      ) as moved (is_closed, classification, change) order by 1, 2
      on conflict (is_closed, classification, shard) do update set n = c.n + excluded.n;
    return null;
  end $$`,
  `create function bug_counts_remove() returns trigger language plpgsql as $$
  begin
    insert into bug_counts as c (is_closed, classification, shard, n)
      select is_closed, classification, pg_backend_pid() % 16, -count(*)::integer from removed group by 1, 2 order by 1, 2
      on conflict (is_closed, classification, shard) do update set n = c.n + excluded.n;
    return null;
  end $$`,
  `create trigger bug_counts_add after insert on bugs referencing new table as added
    for each statement execute function bug_counts_add()`,
  // By row and only where it matters: most updates (a comment's count, a text) move no bug between totals.
  `create trigger bug_counts_move after update of is_closed, classification on bugs for each row
    when (old.is_closed <> new.is_closed or old.classification <> new.classification)
    execute function bug_counts_move()`,
  `create trigger bug_counts_remove after delete on bugs referencing old table as removed
    for each statement execute function bug_counts_remove()`,

  // What happened. `tx` orders readers: an event is handed on once no older transaction can still add one before it.
  // `subject_id` has the collation of ids: with another one, a join with them could not use its index.
  `create table events (
    id bigint generated always as identity primary key,
    tx xid8 not null default pg_current_xact_id(),
    at timestamptz not null default clock_timestamp(),
    actor_id record_id references users,
    type text not null,
    subject_id text collate "C" not null,
    payload jsonb not null
  )`,
  `create index events_order on events (tx, id)`,
  `create index events_of_subject on events (subject_id, id)`,

  // Counters of refused attempts. Losing them in a crash of the database is harmless, so they are not logged.
  `create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
]
