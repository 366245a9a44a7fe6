import { type Kysely, sql } from 'kysely'

/**
 * Links by which people confirm an address, set a forgotten password or accept an invitation: what each is for, until when,
 * and whether it was used. Their secrets are derived from the key of the installation and stored nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_links (
    id record_id primary key,
    purpose text not null check (purpose in ('reset', 'confirm', 'change', 'invite', 'sign-up')),
    email text not null,
    user_id record_id references users,
    made_by record_id references users,
    made_on timestamptz not null default now(),
    expires_on timestamptz not null,
    used_on timestamptz,
    ended_on timestamptz
  )`.execute(db)
  await sql`create index account_links_email on account_links (email)`.execute(db)
  await sql`create index account_links_user on account_links (user_id) where user_id is not null`.execute(db)
  await sql`create index account_links_expiry on account_links (expires_on)`.execute(db)
  await sql`create table invitation_roles (
    link_id record_id not null references account_links on delete cascade,
    role text not null references roles on update cascade on delete cascade,
    primary key (link_id, role)
  )`.execute(db)
  await sql`create index invitation_roles_role on invitation_roles (role)`.execute(db)
}

/** The version before knows nothing of links. */
export const addsOnly = true
