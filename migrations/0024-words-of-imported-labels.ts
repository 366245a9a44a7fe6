import { type Kysely, sql } from 'kysely'

/** The reports of imported bugs whose labels were kept as words alone; few, or none, among very many events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`create index events_with_label_words on events (subject_id)
    where type = 'bug-reported' and jsonb_typeof(payload #> '{imported,labels}') = 'array' and not payload ? 'labels'`.execute(
    db,
  )
}

/** The version before only writes the index. */
export const addsOnly = true
