/**
 * Loaded into the product before anything else (`node --import`): makes it the next version, which has one migration
 * more. It follows the rule for upgrades of one node after the other: it adds, and takes nothing away. With
 * NEXT_VERSION=stops it does not say so, as a migration that needs all nodes stopped.
 */
import { migrations } from '#migrations/all.ts'
import { type Kysely, sql } from 'kysely'

const next = {
  addsOnly: process.env['NEXT_VERSION'] !== 'stops',
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table bugs add column next_fact text`.execute(db)
    await sql`create table next_things (id bigint generated always as identity, bug_id record_id references bugs)`.execute(
      db,
    )
    await sql`insert into next_things (bug_id) select id from bugs`.execute(db)
  },
}

Object.assign(migrations, { '9999-next': next })
