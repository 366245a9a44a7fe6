import { type Kysely, sql } from 'kysely'

/** Files that texts refer to. What is in them is kept elsewhere, under its SHA-256. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Without a bug, nobody has used it yet. The comment is the one that used it first.
  `create table attachments (
    id record_id primary key,
    bug_id record_id references bugs,
    comment_id record_id references comments,
    uploaded_by record_id not null references users,
    name text not null,
    media_type text not null,
    bytes bigint not null check (bytes > 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    width integer,
    height integer,
    created_on timestamptz not null,
    check ((width is null) = (height is null)),
    check (comment_id is null or bug_id is not null)
  )`,
  `create index attachments_of_bug on attachments (bug_id, created_on, id) where bug_id is not null`,
  `create index attachments_of_comment on attachments (comment_id) where comment_id is not null`,
  `create index attachments_unused on attachments (uploaded_by, created_on) where bug_id is null`,
  `create index attachments_content on attachments (sha256)`,

  // One row at most, made with the first file: its id also stands where the files are.
  `create table installation (
    is_only boolean primary key default true check (is_only),
    id text not null
  )`,
]
