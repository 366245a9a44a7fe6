-- A mail that was sent, one that waits, and one that was refused.
insert into mails (id, kind, user_id, address, subject_id, created_on, due_on, expires_on, sent_on, tries, last_error, failed_on)
  select lpad(n::text, 24, '0'), 'test', null, 'ann@example.test', null, '2023-03-02 01:46:40+00', '2023-03-02 01:46:40+00',
    '2023-03-03 01:46:40+00', case n when 1 then timestamptz '2023-03-02 01:46:41+00' end, 1,
    case n when 3 then '550 no such user' end, case n when 3 then timestamptz '2023-03-02 01:46:42+00' end
  from generate_series(1, 3) n;
update users set email_confirmed_on = '2023-03-02 01:46:40+00'
  where id = (select id from users where email is not null order by id limit 1);
