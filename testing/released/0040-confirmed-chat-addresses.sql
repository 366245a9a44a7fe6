-- Who owns the address that a visitor left was asked, and said that the answers are to come.
update conversations set email_asked_on = now(), email_confirmed_on = now() where email is not null;
