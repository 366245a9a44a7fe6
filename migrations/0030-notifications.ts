import { type Kysely, sql } from 'kysely'

/**
 * What people are told is stored when it is decided, and how much each wants to hear of a bug or of a product. What people have
 * not seen yet is carried over; nothing else that happened before is told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const levels = `'everything', 'status', 'mentions', 'nothing'`

const statements = [
  // One for each person and event, so that nobody is told of a thing twice. The numbers are in the order of the commits,
  // because only one process at a time decides.
  `create table notifications (
    user_id record_id not null references users,
    bug_id record_id not null references bugs,
    event_id bigint not null,
    reason text not null check (reason in ('mentioned', 'assigned', 'reported', 'joined', 'follows', 'watches')),
    bulk_id text,
    number bigint generated always as identity,
    seen_on timestamptz,
    primary key (user_id, event_id)
  )`,

  // Where somebody was told of it, by their own decision; without one, that of the product or of the person holds.
  `alter table bug_followers add column level text check (level in (${levels}))`,
  `create table product_levels (
    user_id record_id not null references users,
    product_number smallint not null references products (number),
    level text not null check (level in (${levels})),
    primary key (user_id, product_number)
  )`,
  `create index product_levels_of_product on product_levels (product_number)`,

  // Up to where the event list is decided.
  `create table notification_position (
    is_only boolean primary key default true check (is_only),
    tx xid8 not null,
    event_id bigint not null
  )`,
  `insert into notification_position (tx, event_id) select tx, id from (
      select tx, id from events union all select '0'::xid8, 0
    ) as list order by list.tx desc, id desc limit 1`,

  // What is unread: of each bug that somebody follows, or of what it was merged into, the events of others since they saw it.
  `with recursive reached (user_id, bug_id, from_event) as (
      select f.user_id::text collate "C", f.bug_id::text collate "C", f.from_event from bug_followers f where f.is_following
      union
      select r.user_id, b.duplicate_of::text collate "C", greatest(r.from_event, (
          select e.id from events e
            where e.subject_id = b.id and e.type in ('bug-merged', 'bug-classified', 'bug-duplicate-linked')
              and e.payload -> 'merged' ->> 'to' = 'true'
            order by e.id desc limit 1))
        from reached r join bugs b on b.id = r.bug_id and b.is_merged
        where not exists (select from bug_followers n where n.bug_id = b.duplicate_of and n.user_id = r.user_id)
    ), followed as (
      select r.user_id, r.bug_id, greatest(min(r.from_event), s.event_id) as seen
        from reached r left join bug_seen s on s.user_id = r.user_id and s.bug_id = r.bug_id
        group by r.user_id, r.bug_id, s.event_id
    )
    insert into notifications (user_id, bug_id, event_id, reason, bulk_id)
    select f.user_id, f.bug_id, e.id,
        case when b.assigned_to = f.user_id then 'assigned' when b.created_by = f.user_id then 'reported' else 'follows' end,
        e.bulk_id
      from followed f join bugs b on b.id = f.bug_id
        join users u on u.id = f.user_id and u.email is not null and u.deactivated_on is null
        join events e on e.subject_id = f.bug_id and e.id > f.seen and e.actor_id is distinct from f.user_id
      where e.type in ('bug-reported', 'bug-edited', 'bug-status-changed', 'bug-classified', 'bug-fields-changed', 'bug-moved',
        'bug-links-changed', 'bug-assigned', 'bug-duplicate-linked', 'bug-merged', 'bug-duplicate-added',
        'bug-duplicate-removed', 'bug-reader-added', 'bug-reader-removed', 'bug-joined', 'bug-left', 'comment-added',
        'comment-edited', 'comment-deleted', 'comment-restored')
      order by e.id`,
  `create index notifications_unread on notifications (user_id, bug_id, event_id) where seen_on is null`,
  `create index notifications_numbered on notifications (number)`,
  `create index notifications_seen on notifications (seen_on) where seen_on is not null`,
]
