-- Somebody is named in a comment.
insert into comments (id, bug_id, user_id, created_on, message) values
  ('680000000000000000000020', '670000000000000000000010', '640000000000000000000001', '2025-04-16 18:40:00+00',
    'What does @Ben Sun say?');
update bugs set comment_count = comment_count + 1 where id = '670000000000000000000010';
insert into events (type, subject_id, actor_id, version, payload) values
  ('comment-added', '670000000000000000000010', '640000000000000000000001', 1,
    '{"commentId": "680000000000000000000020", "createdOn": "2025-04-16T18:40:00.000Z",
      "userId": "640000000000000000000001", "message": "What does @Ben Sun say?"}');
insert into mentions (bug_id, comment_id, user_id, name)
  values ('670000000000000000000010', '680000000000000000000020', '640000000000000000000002', 'Ben Sun');
