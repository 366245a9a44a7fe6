-- A person of an import who is nobody's placeholder any more.
insert into users (id, full_name, given_name, family_name, import_key, created_on) values
  ('640000000000000000000022', 'Ada of the old tracker', 'Ada', 'Tracker', 'name:ada of the old tracker', '2026-11-01T10:00:00Z');
insert into given_placeholders (placeholder_id, user_id) values ('640000000000000000000022', '640000000000000000000001');
insert into events (type, subject_id, actor_id, payload) values
  ('user-registered', '640000000000000000000022', null,
    '{"fullName": "Ada of the old tracker", "givenName": "Ada", "familyName": "Tracker", "roles": [], "how": "import"}'),
  ('user-given', '640000000000000000000001', '640000000000000000000001',
    '{"placeholderId": "640000000000000000000022", "fullName": "Ada of the old tracker"}');
