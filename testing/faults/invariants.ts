/** A pool or one connection. */
export interface Asked {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>
}

/** Rules that hold whenever nobody writes, each as a statement that returns the rows that break it. */
const rules: Readonly<Record<string, string>> = {
  'kept totals equal counts': `select is_closed, classification from (
      select product_number, is_private, is_closed, classification, sum(n) as n from bug_counts group by 1, 2, 3, 4) kept
    full join (select product_number, is_private, is_closed, classification, count(*) as n from bugs
        group by 1, 2, 3, 4) counted
      using (product_number, is_private, is_closed, classification) where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`,
  'no number of a product is given twice': `select f.bug_id from former_bug_keys f
    join bugs b using (product_number, number)`,
  'every bug has its search row, with the same facts': `select b.id from bugs b
    full join bug_search s on s.bug_id = b.id
    where b.id is null or s.bug_id is null or b.created_on <> s.created_on or b.is_closed <> s.is_closed
      or b.classification <> s.classification or b.product_number <> s.product_number or b.is_private <> s.is_private`,
  'every bug has the time of its last update, with the same facts': `select b.id from bugs b
    full join bug_updates u on u.id = b.id
    where b.id is null or u.id is null or u.updated_on < b.created_on or b.created_on <> u.created_on
      or b.is_closed <> u.is_closed or b.classification <> u.classification
      or b.product_number <> u.product_number or b.is_private <> u.is_private
      or u.is_waiting <> (b.is_waiting and not b.is_closed)
      or u.waiting_since is distinct from case when not b.is_closed then case when b.is_waiting then b.asked_on else b.owed_since end end`,
  'every bug has its rank row': `select b.id from bugs b full join bug_ranks r on r.bug_id = b.id
    where b.id is null or r.bug_id is null`,
  'every bug has its texts': `select b.id from bugs b
    full join (select bug_id from bug_texts where comment_id is null) t on t.bug_id = b.id
    where b.id is null or t.bug_id is null`,
  'every comment that is shown has its texts': `select c.id from (select id from comments where deleted_on is null) c
    full join (select comment_id from bug_texts where comment_id is not null) t on t.comment_id = c.id
    where c.id is null or t.comment_id is null`,
  'comments are counted': `select b.id from bugs b
    where b.comment_count <> (select count(*) from comments c where c.bug_id = b.id)`,
  // Earlier versions have none in their events.
  'a bug’s version is that of its last change': `select b.id from bugs b
    where b.version <> (select max(e.version) from events e where e.subject_id = b.id and e.type like 'bug-%')
      and not exists (select from events e where e.subject_id = b.id and e.version is null
        and e.type in ('bug-reported', 'bug-edited', 'bug-status-changed', 'bug-classified', 'bug-assigned'))`,
  'the versions of a bug have no gap': `select subject_id from events
    where type like 'bug-%' and version is not null group by subject_id
    having max(version) - min(version) + 1 <> count(distinct version)`,
  'every bug was reported once': `select b.id from bugs b
    where 1 <> (select count(*) from events e where e.subject_id = b.id and e.type = 'bug-reported')`,
  'every comment was added once': `select c.id from comments c
    where 1 <> (select count(*) from events e
      where e.subject_id = c.bug_id and e.type = 'comment-added' and e.payload ->> 'commentId' = c.id)`,
  'every comment that was added is there': `select e.id from events e where e.type = 'comment-added'
    and not exists (select from comments c where c.id = e.payload ->> 'commentId' and c.bug_id = e.subject_id)`,
  'the lines of a conversation are numbered without a gap': `select c.id from conversations c
    left join lateral (select count(*) as n, coalesce(max(seq), 0) as last from chat_lines l
      where l.conversation_id = c.id) l on true
    where l.n <> l.last or c.last_seq <> l.last`,
  'every chat line was announced once': `select l.id from chat_lines l
    where 1 <> (select count(*) from events e where e.subject_id = l.id and e.type = 'chat-line-added')`,
  'a key of a request leads to its record': `select k.record_id from request_keys k
    where k.record_id is not null and not exists (select from bugs b where b.id = k.record_id)
      and not exists (select from comments c where c.id = k.record_id)
      and not exists (select from bulk_changes u where u.id = k.record_id)`,
  'a bulk change counts what became of its bugs': `select u.id from bulk_changes u left join lateral (
      select count(*) as total, count(is_changed) as done, count(*) filter (where is_changed) as changed,
        count(refusals) as refused from bulk_change_bugs b where b.bulk_id = u.id) n on true
    where (u.total, u.done, u.changed, u.refused) <> (n.total, n.done, n.changed, n.refused)
      or (u.finished_on is not null) <> (u.done = u.total)`,
  'a bulk change has events for each bug that it changed': `select b.bug_id from bulk_change_bugs b
    where b.is_changed and not exists (select from events e where e.bulk_id = b.bulk_id and e.subject_id = b.bug_id)`,
  'an attachment’s comment is of its bug': `select a.id from attachments a join comments c on c.id = a.comment_id
    where c.bug_id <> a.bug_id`,
  'events are not from the future': `select id from events where tx >= pg_snapshot_xmax(pg_current_snapshot())`,
  'nothing is written twice': `select message from comments group by message having count(*) > 1`,
}

/** Checks every page of every table and index. */
const structure: Readonly<Record<string, string>> = {
  'every table can be read as it was written': `select c.relname, h.blkno, h.offnum, h.msg from pg_class c,
      lateral verify_heapam(c.oid) h where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relpersistence = 'p'`,
  'every index has an entry for every row': `select bt_index_check(i.indexrelid, true) from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    join pg_class t on t.oid = i.indrelid
    where a.amname = 'btree' and t.relnamespace = 'public'::regnamespace and t.relpersistence = 'p' and i.indisvalid`,
}

/** Returns rows that break a rule of the product, a few of each. The database must be idle. */
export async function brokenRules(database: Asked): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await database.query(`select * from (${text}) as breaking limit 5`)
    for (const row of rows) broken.push(`not so: ${rule}: ${JSON.stringify(row)}`)
  }
  return broken
}

/** Returns damaged pages and index entries, by PostgreSQL's own checks, where its extension is available. */
export async function damage(database: Asked): Promise<string[]> {
  const found: string[] = []
  try {
    await database.query('create extension if not exists amcheck')
  } catch {
    return []
  }
  for (const [rule, text] of Object.entries(structure)) {
    try {
      const { rows } = await database.query(text)
      const told = rows.filter((row) => 'msg' in row)
      for (const row of told) found.push(`not so: ${rule}: ${JSON.stringify(row)}`)
    } catch (error) {
      found.push(`not so: ${rule}: ${(error as Error).message}`)
    }
  }
  await database.query('drop extension amcheck')
  return found
}
