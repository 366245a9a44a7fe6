-- A bug that is blocked by another one.
insert into bug_links (bug_id, kind, other_id) values
  ('670000000000000000000010', 'blocks', '6a0000000000000000000010');
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-links-changed', '670000000000000000000010', '640000000000000000000001', 8,
    '{"added": [{"kind": "blocks", "bugId": "6a0000000000000000000010"}], "removed": []}');
update bugs set version = 8 where id = '670000000000000000000010';
insert into events (type, subject_id, actor_id, version, payload)
  select 'bug-links-changed', id, '640000000000000000000001', version + 1,
    '{"added": [{"kind": "blocked-by", "bugId": "670000000000000000000010"}], "removed": []}'
  from bugs where id = '6a0000000000000000000010';
update bugs set version = version + 1 where id = '6a0000000000000000000010';
