-- What the team said among itself: about a bug, with somebody whom it names, and in a conversation; and that somebody was told.
insert into internal_comments (id, bug_id, user_id, created_on, message, mentions, words) values
  ('660000000000000000000032', '640000000000000000000010', '640000000000000000000001', '2026-11-25T10:00:00Z', 'Not for customers',
    '[]', to_tsvector('simple', 'Not for customers'));
insert into events (type, subject_id, actor_id, version, payload) values
  ('internal-comment-added', '640000000000000000000010', '640000000000000000000001', 1, '{"commentId": "660000000000000000000032",
    "userId": "640000000000000000000001", "createdOn": "2026-11-25T10:00:00.000Z", "message": "Not for customers"}');
insert into chat_notes (id, conversation_id, user_id, sent_on, message, words) values
  ('660000000000000000000132', '660000000000000000000030', '640000000000000000000001', '2026-11-25T10:01:00Z', 'Calls every week',
    to_tsvector('simple', 'Calls every week'));
update notifications set is_internal = true where event_id = (select max(id) from events where type = 'internal-comment-added');
