-- What an installation held that ran while 0001-foundation was the newest migration.
insert into users (id, email, password_hash, full_name, given_name, family_name, created_on) values
  ('640000000000000000000001', 'ada@example.test', 'none', 'Ada Lovelace', 'Ada', 'Lovelace', '2023-03-02 01:46:40+00'),
  ('640000000000000000000002', 'ben@example.test', 'none', 'Ben Sun', 'Ben', 'Sun', '2023-03-02 01:46:40+00');
insert into users (id, full_name, given_name, family_name, created_on, import_key) values
  ('640000000000000000000003', 'Carl Import', 'Carl', 'Import', '2023-03-02 01:46:40+00', 'old:carl');
insert into user_roles values ('640000000000000000000001', 'admin'), ('640000000000000000000002', 'customer');
insert into sessions (token_hash, user_id, created_on, seen_on, expires_on, user_agent) values
  ('\x0102', '640000000000000000000001', '2023-03-02 01:46:40+00', '2023-03-02 01:46:40+00', '2123-03-02 01:46:40+00', 'x');
insert into events (type, subject_id, actor_id, payload, at)
  select 'user-registered', id, id, jsonb_build_object('fullName', full_name, 'givenName', given_name,
    'familyName', family_name, 'roles', '[]'::jsonb, 'how', 'form'), created_on from users where email is not null;

-- A bug that was edited, closed, and classified as a duplicate; one that was imported; one that it duplicates.
insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, assigned_to, assigned_on, status,
    is_closed, classification, duplicate_of, product, component, external_id, comment_count, version) values
  ('640000000000000000000010', 'Crashing lamps', 'It is dark.', '1. Look', '2023-03-02 01:46:41.5+00',
    '640000000000000000000002', null, null, 'Open', false, 'approved', null, null, null, null, 1, 2),
  ('640000000000000000000011', 'An edited moth', 'It flew.', '1. Wait', '2023-03-02 01:46:42+00',
    '640000000000000000000002', '640000000000000000000001', '2023-03-02 01:46:45+00', 'Closed', true, 'duplicate',
    '640000000000000000000010', null, null, null, 0, 5),
  ('640000000000000000000012', 'From elsewhere', 'Imported.', 'None', '2020-01-01 00:00:00+00',
    '640000000000000000000003', null, null, 'Resolved', true, 'unclassified', null, 'Lamp', 'Bulb', 'OLD-7', 1, 1);
insert into comments (id, bug_id, user_id, created_on, message) values
  ('640000000000000000000020', '640000000000000000000010', '640000000000000000000001', '2023-03-02 01:46:43.25+00',
    'Moths were seen'),
  ('640000000000000000000021', '640000000000000000000012', '640000000000000000000003', '2020-01-02 00:00:00+00', 'Old words');
insert into bug_search (bug_id, created_on, is_closed, classification, words)
  select id, created_on, is_closed, classification, to_tsvector('simple', title) from bugs;
insert into report_keys (user_id, key, bug_id) values ('640000000000000000000002', 'once', '640000000000000000000010');
insert into events (type, subject_id, actor_id, at, payload) values
  ('bug-reported', '640000000000000000000010', '640000000000000000000002', '2023-03-02 01:46:41.5+00',
    '{"title": "Crashing lamps", "description": "It is dark.", "stepsToReproduce": "1. Look",
      "createdOn": "2023-03-02T01:46:41.500Z", "createdBy": "640000000000000000000002"}'),
  ('bug-classified', '640000000000000000000010', '640000000000000000000001', '2023-03-02 01:46:43+00',
    '{"from": "unclassified", "to": "approved"}'),
  ('comment-added', '640000000000000000000010', '640000000000000000000001', '2023-03-02 01:46:43.25+00',
    '{"commentId": "640000000000000000000020", "createdOn": "2023-03-02T01:46:43.250Z",
      "userId": "640000000000000000000001", "message": "Moths were seen"}'),
  ('bug-reported', '640000000000000000000011', '640000000000000000000002', '2023-03-02 01:46:42+00',
    '{"title": "A moth", "description": "It flew.", "stepsToReproduce": "1. Wait",
      "createdOn": "2023-03-02T01:46:42.000Z", "createdBy": "640000000000000000000002"}'),
  ('bug-edited', '640000000000000000000011', '640000000000000000000002', '2023-03-02 01:46:44+00',
    '{"title": {"from": "A moth", "to": "An edited moth"}}'),
  ('bug-assigned', '640000000000000000000011', '640000000000000000000001', '2023-03-02 01:46:45+00',
    '{"from": null, "to": "640000000000000000000001", "assignedOn": "2023-03-02T01:46:45.000Z"}'),
  ('bug-classified', '640000000000000000000011', '640000000000000000000001', '2023-03-02 01:46:46+00',
    '{"from": "unclassified", "to": "duplicate",
      "duplicateOf": {"from": null, "to": "640000000000000000000010"}}'),
  ('bug-status-changed', '640000000000000000000011', '640000000000000000000001', '2023-03-02 01:46:47+00',
    '{"from": "Open", "to": "Closed"}'),
  ('bug-reported', '640000000000000000000012', null, '2023-03-02 01:46:48+00',
    '{"title": "From elsewhere", "description": "Imported.", "stepsToReproduce": "None",
      "createdOn": "2020-01-01T00:00:00.000Z", "createdBy": "640000000000000000000003", "status": "Resolved",
      "product": "Lamp", "component": "Bulb", "externalId": "OLD-7"}'),
  ('comment-added', '640000000000000000000012', null, '2023-03-02 01:46:48+00',
    '{"commentId": "640000000000000000000021", "createdOn": "2020-01-02T00:00:00.000Z",
      "userId": "640000000000000000000003", "message": "Old words"}');
