-- One of two bugs was changed at once, and the other was not there.
insert into bulk_changes (id, created_on, created_by, fields, total, done, changed, refused, finished_on) values
  ('700000000000000000000010', '2029-07-20 14:13:20+00', '640000000000000000000001', '{"priority": "low"}', 2, 2, 1, 1,
    '2029-07-20 14:13:21+00');
insert into bulk_change_bugs (bulk_id, bug_id, is_changed, refusals) values
  ('700000000000000000000010', '670000000000000000000010', true, null),
  ('700000000000000000000010', '6fffffffffffffffffffffff', false,
    '[{"code": "not-found", "message": "There is no bug with this id."}]');
update bugs set priority = 'low', version = 5 where id = '670000000000000000000010';
insert into events (type, subject_id, actor_id, version, payload, bulk_id) values
  ('bug-fields-changed', '670000000000000000000010', '640000000000000000000001', 5,
    '{"priority": {"from": "urgent", "to": "low"}}', '700000000000000000000010');
