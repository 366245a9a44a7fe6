-- A reporter without an account with an open link, and a mail that waits to be confirmed, with a file.
insert into users (id, full_name, given_name, family_name, import_key, created_on, email_confirmed_on)
  values ('640000000000000000000035', 'Rosa Guest', 'Rosa', 'Guest', 'contact:rosa@example.test', '2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z');
insert into reporter_links (id, bug_id, user_id, made_on, used_on)
  select '6f0000000000000000000035', id, '640000000000000000000035', '2026-11-24T10:00:00Z', '2026-11-24T10:30:00Z'
  from bugs order by id limit 1;
insert into mail_reports (id, mail_hash, address, name, product_key, title, description, held_on)
  values ('6f0000000000000000000036', 'a hash of a mail', 'rosa@example.test', 'Rosa Guest', 'MOTH', 'It crashes', 'When I press save.', '2026-11-24T11:00:00Z');
insert into mail_report_files (report_id, number, name, content) values ('6f0000000000000000000036', 0, 'log.txt', 'a log');
