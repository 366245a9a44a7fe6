-- A bug that is dealt with first.
update bugs set priority = 'urgent', version = 4 where id = '670000000000000000000010';
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-fields-changed', '670000000000000000000010', '640000000000000000000001', 4,
    '{"priority": {"from": "none", "to": "urgent"}}');
