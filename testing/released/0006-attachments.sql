-- A file of a comment, and one that no text refers to yet.
insert into attachments (id, bug_id, comment_id, uploaded_by, name, media_type, bytes, sha256, created_on) values
  ('690000000000000000000060', '670000000000000000000010', '680000000000000000000020', '640000000000000000000001',
    'notes.txt', 'text/plain', 5, repeat('ab', 32), '2025-10-27 22:40:00+00'),
  ('690000000000000000000061', null, null, '640000000000000000000002', 'later.txt', 'text/plain', 5, repeat('cd', 32),
    '2025-10-27 22:41:00+00');
insert into installation (id) values ('3f0d3a6e-8f1e-4a4c-9d5b-111111111111');
