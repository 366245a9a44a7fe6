-- Somebody follows, somebody else is affected too, and the one is merged into the other.
insert into bug_followers values
  ('6a0000000000000000000010', '640000000000000000000001', true, '2026-06-01 00:00:00+00', 0)
  on conflict do nothing;
insert into bug_seen values ('640000000000000000000001', '6a0000000000000000000010', 1);
insert into bug_joins values ('6a0000000000000000000010', '640000000000000000000001', true, '2026-06-01 00:00:00+00');
update bugs set affected_count = 2 where id = '6a0000000000000000000010';
insert into events (type, subject_id, actor_id, payload) values
  ('bug-joined', '6a0000000000000000000010', '640000000000000000000001',
    '{"userId": "640000000000000000000001", "on": "2026-06-01T00:00:00.000Z"}');
