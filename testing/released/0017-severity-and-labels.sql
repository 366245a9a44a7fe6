-- A bug that does much harm.
update bugs set severity = 'major', version = 6 where id = '670000000000000000000010';
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-fields-changed', '670000000000000000000010', '640000000000000000000001', 6,
    '{"severity": {"from": "none", "to": "major"}}');
-- Two labels, one of which was merged into the other while the bug had it.
insert into labels (id, name, tone, description, created_on, merged_into, ended_by) values
  ('740000000000000000000010', 'needs info', 'amber', 'Waits for an answer.', '2031-09-06 00:00:00+00', null, null);
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-fields-changed', '670000000000000000000010', '640000000000000000000001', 7,
    '{"labels": {"added": [{"id": "740000000000000000000011", "name": "question"}], "removed": []}}');
insert into events (type, subject_id, actor_id, payload) values
  ('label-merged', '740000000000000000000011', '640000000000000000000001',
    '{"name": "question", "into": "740000000000000000000010", "intoName": "needs info"}');
insert into labels (id, name, tone, description, created_on, merged_into, ended_by)
  select '740000000000000000000011', 'question', 'grey', '', '2031-09-06 00:00:00+00', '740000000000000000000010', max(id)
    from events where type = 'label-merged';
update bugs set version = 7 where id = '670000000000000000000010';
insert into bug_labels (bug_id, label_id) values ('670000000000000000000010', '740000000000000000000010');
