-- Who wants to hear less: of a bug, of a product, and of everything; somebody who was told of a comment and has seen it.
update bug_followers set level = 'status' where is_following
  and (bug_id, user_id) = (select bug_id, user_id from bug_followers where is_following order by 1, 2 limit 1);
insert into product_levels (user_id, product_number, level) values ('640000000000000000000001', 0, 'mentions');
update users set preferences = preferences || '{"newsLevel": "status"}' where id = '640000000000000000000001';
insert into notifications (user_id, bug_id, event_id, reason, seen_on)
  select '640000000000000000000001', e.subject_id, e.id, 'mentioned', '2026-11-23T10:00:00Z'
    from events e where e.type = 'bug-reported' order by e.id limit 1;
