-- Bugs that people snoozed, until a day and until somebody else does something.
insert into bug_snoozes (user_id, bug_id, until, from_event) values
  ('640000000000000000000001', '670000000000000000000010', '2123-03-02 01:46:40+00', 1),
  ('640000000000000000000001', '640000000000000000000010', null, 1);
