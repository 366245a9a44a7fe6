-- Somebody is told of new bugs in a view, and was told of one.
insert into view_bells (user_id, standard_view, tells) select id, 'untriaged', 'daily' from users order by id limit 1;
insert into view_entries (user_id, view, bug_id)
  select u.id, 'untriaged', b.id from (select id from users order by id limit 1) u, (select id from bugs order by id limit 1) b;
