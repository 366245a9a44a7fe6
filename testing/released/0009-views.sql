-- Named searches, one of them shared and pinned by somebody else.
insert into views (id, owner_id, name, search, is_shared, created_on) values
  ('6b0000000000000000000070', '640000000000000000000001', 'Lamps', '{"keywords": "lamp"}', true, '2026-06-02 00:00:00+00');
insert into view_pins values ('640000000000000000000002', '6b0000000000000000000070', null, true),
  ('640000000000000000000002', null, 'open', false);
