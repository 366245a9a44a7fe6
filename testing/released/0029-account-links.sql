-- An invitation that is open, with its role, and a forgotten password whose link was used.
insert into account_links (id, purpose, email, user_id, made_by, made_on, expires_on, used_on) values
  ('640000000000000000000291', 'invite', 'invited@example.test', null, '640000000000000000000001',
    '2026-11-20T10:00:00Z', '2026-11-27T10:00:00Z', null),
  ('640000000000000000000292', 'reset', 'ada@example.test', null, null,
    '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', '2026-11-20T10:05:00Z');
insert into invitation_roles (link_id, role) values ('640000000000000000000291', 'customer');
