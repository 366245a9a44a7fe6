-- Changes name versions, and one is taken back.
insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, version) values
  ('670000000000000000000010', 'The bulb', 'Warm.', '1. Touch', '2024-10-04 14:40:00+00', '640000000000000000000002', 3);
insert into bug_search (bug_id, created_on, is_closed, classification, words)
  values ('670000000000000000000010', '2024-10-04 14:40:00+00', false, 'unclassified', to_tsvector('simple', 'bulb'));
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-reported', '670000000000000000000010', '640000000000000000000002', 1,
    '{"title": "The bulb", "description": "Warm.", "stepsToReproduce": "1. Touch",
      "createdOn": "2024-10-04T14:40:00.000Z", "createdBy": "640000000000000000000002"}'),
  ('bug-edited', '670000000000000000000010', '640000000000000000000001', 2,
    '{"description": {"from": "Warm.", "to": "Hot."}}');
insert into events (type, subject_id, actor_id, version, undoes, payload)
  select 'bug-edited', subject_id, actor_id, 3, id, '{"description": {"from": "Hot.", "to": "Warm."}}'
    from events where subject_id = '670000000000000000000010' and version = 2;
insert into request_keys (user_id, act, key, record_id, body_hash)
  values ('640000000000000000000002', 'report a bug', 'again', '670000000000000000000010', '\x01');
