-- A mail of which somebody was told, a page that is open, and a visitor who was mailed an answer and ended that.
insert into mails (id, kind, user_id, address, subject_id, due_on, expires_on, priority, detail)
  values ('6f0000000000000000000031', 'bug-news', '640000000000000000000001', 'ada@example.test', null, '2026-11-24T10:00:00Z',
    '2026-11-25T10:00:00Z', 1, '{"from": 1}');
update notifications set is_mail_pending = true, mail_id = '6f0000000000000000000031'
  where user_id = '640000000000000000000001';
insert into open_pages (who, seen_on, time_zone) values ('640000000000000000000001', '2026-11-24T10:00:00Z', 'Europe/Berlin');
update conversations set email = coalesce(email, 'visitor@example.test'), mailed_seq = least(1, last_seq), mail_ended_on = '2026-11-24T11:00:00Z';
insert into ended_addresses (hash, ended_on) values ('a hash of an address', '2026-11-24T11:00:00Z');
