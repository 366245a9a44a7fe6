-- Comments came to be edited and deleted; the events did not say when.
insert into comments (id, bug_id, user_id, created_on, message, edited_on, deleted_on) values
  ('650000000000000000000020', '640000000000000000000010', '640000000000000000000001', '2023-09-12 06:13:20.125+00',
    'third', '2023-09-12 06:14:20.456+00', null),
  ('650000000000000000000021', '640000000000000000000010', '640000000000000000000002', '2023-09-12 06:13:21+00',
    'gone', null, '2023-09-12 06:15:20.789+00');
update bugs set comment_count = comment_count + 2 where id = '640000000000000000000010';
insert into events (type, subject_id, actor_id, payload) values
  ('comment-added', '640000000000000000000010', '640000000000000000000001',
    '{"commentId": "650000000000000000000020", "createdOn": "2023-09-12T06:13:20.125Z",
      "userId": "640000000000000000000001", "message": "first"}'),
  ('comment-added', '640000000000000000000010', '640000000000000000000002',
    '{"commentId": "650000000000000000000021", "createdOn": "2023-09-12T06:13:21.000Z",
      "userId": "640000000000000000000002", "message": "gone"}'),
  ('comment-edited', '640000000000000000000010', '640000000000000000000001',
    '{"commentId": "650000000000000000000020", "from": "first", "to": "second"}'),
  ('comment-edited', '640000000000000000000010', '640000000000000000000001',
    '{"commentId": "650000000000000000000020", "from": "second", "to": "third"}'),
  ('comment-deleted', '640000000000000000000010', '640000000000000000000002',
    '{"commentId": "650000000000000000000021", "message": "gone"}');
