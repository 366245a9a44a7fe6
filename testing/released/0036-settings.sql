-- What an administrator has set.
insert into settings (name, value, changed_on, changed_by)
  select 'signUp', 'closed', '2026-11-26T09:00:00Z', id from users order by id limit 1;
