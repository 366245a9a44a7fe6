-- Addresses for answers, of which one was taken back, a mail that became a comment, and one that an administrator has to look at.
insert into reply_addresses (id, user_id, bug_id, revoked_on)
  select '6f0000000000000000000331', '640000000000000000000001', min(id), null from bugs;
insert into reply_addresses (id, user_id, conversation_id, revoked_on)
  select '6f0000000000000000000332', user_id, id, '2026-11-24T11:00:00Z' from conversations order by id limit 1;
insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint, state, handled_on, message_id, from_address, subject,
    reply_address_id, bug_id, comment_id)
  select '6f0000000000000000000333', 'imap', '{"to": []}', 'From: ada@example.test', 22, 'one fingerprint', 'done',
    '2026-11-24T10:00:00Z', 'one@example.test', 'ada@example.test', 'Re: a bug', '6f0000000000000000000331', bug_id, id
  from comments order by id limit 1;
insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint, state, reason)
  values ('6f0000000000000000000334', 'smtp', '{"from": "", "to": ["bugs@example.test"]}', 'Subject: x', 10, 'another fingerprint',
    'held', 'new-mail');
