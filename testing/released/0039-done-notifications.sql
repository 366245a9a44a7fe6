-- Of what somebody was told they have read one thing, and done another.
update notifications set seen_on = now() where number = (select min(number) from notifications);
update notifications set seen_on = now(), done_on = now() where number = (select max(number) from notifications);
