-- A second product for its members alone, and a bug that was moved into it.
insert into products (id, number, key, name, is_open) values ('7b0000000000000000000001', 1, 'MOTH', 'Moths', false);
create sequence bug_numbers_1 as integer;
insert into product_members (product_id, user_id) values ('7b0000000000000000000001', '640000000000000000000001');
insert into events (type, subject_id, actor_id, version, payload)
  select 'bug-moved', id, '640000000000000000000001', 6, jsonb_build_object(
      'from', jsonb_build_object('productId', '000000000000000000000001', 'key', 'BUG-' || number),
      'to', jsonb_build_object('productId', '7b0000000000000000000001', 'key', 'MOTH-1'))
    from bugs where id = '670000000000000000000010';
insert into former_bug_keys (product_number, number, bug_id)
  select product_number, number, id from bugs where id = '670000000000000000000010';
update bugs set product_number = 1, number = nextval('bug_numbers_1'), version = 6
  where id = '670000000000000000000010';
