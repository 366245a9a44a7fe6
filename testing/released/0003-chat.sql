-- Visitors talk, one of them with an account, and a bug comes of it.
insert into conversations (id, visitor_hash, user_id, visitor_name, opened_on, last_seq, last_line_on, visitor_seen,
    staff_seen, taken_by, network, user_agent) values
  ('660000000000000000000030', '\x0a', null, 'Visitor', '2024-03-24 10:40:00+00', 2, '2024-03-24 10:41:00+00', 2, 1,
    '640000000000000000000001', '192.0.2.0/24', 'x'),
  ('660000000000000000000031', null, '640000000000000000000002', 'Ben Sun', '2024-03-24 10:42:00+00', 1,
    '2024-03-24 10:42:00+00', 1, 0, null, '192.0.2.0/24', 'x');
insert into chat_lines (conversation_id, seq, id, sender, user_id, sender_name, client_id, message, sent_on, words) values
  ('660000000000000000000030', 1, '660000000000000000000040', 'visitor', null, 'Visitor', 'c1', 'My lamp is glowing',
    '2024-03-24 10:40:00+00', to_tsvector('simple', 'My lamp is glowing')),
  ('660000000000000000000030', 2, '660000000000000000000041', 'staff', '640000000000000000000001', 'Ada Lovelace', 'c2',
    'That is what lamps do', '2024-03-24 10:41:00+00', to_tsvector('simple', 'That is what lamps do')),
  ('660000000000000000000031', 1, '660000000000000000000042', 'visitor', '640000000000000000000002', 'Ben Sun', 'c1',
    'Hello', '2024-03-24 10:42:00+00', to_tsvector('simple', 'Hello'));
insert into conversation_bugs values ('660000000000000000000030', '640000000000000000000010', '2024-03-24 10:43:00+00',
  '640000000000000000000001');
insert into chat_answers (id, title, message, created_on, created_by) values
  ('660000000000000000000050', 'Greeting', 'Hello!', '2024-03-24 10:44:00+00', '640000000000000000000001');
insert into events (type, subject_id, actor_id, payload)
  select 'chat-line-added', id, user_id, jsonb_build_object('conversationId', conversation_id, 'seq', seq, 'from', sender)
    from chat_lines;
