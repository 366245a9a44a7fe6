-- Somebody was mailed about a bug.
insert into mail_subjects (user_id, bug_id, subject)
  select u.id, b.id, '[BUG-1] As it was called then'
  from (select id from users order by id limit 1) u, (select id from bugs order by id limit 1) b;
-- Somebody hears what matters of a bug.
update bug_followers set level = 'matters' where (bug_id, user_id) in
  (select bug_id, user_id from bug_followers where is_following order by bug_id, user_id limit 1);
