-- A component with somebody to whom its bugs are assigned, two versions, and a bug that has them.
insert into components (id, product_number, name, description, default_assignee, created_on) values
  ('7c0000000000000000000001', 1, 'Wings', 'What it flies with.', '640000000000000000000001', '2031-09-07 00:00:00+00');
insert into versions (id, product_number, name, due_on, is_released, created_on) values
  ('7d0000000000000000000001', 1, '1.0', '2031-01-31', true, '2031-09-07 00:00:00+00'),
  ('7d0000000000000000000002', 1, '1.1', '2032-01-31', false, '2031-09-07 00:00:00+00');
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-fields-changed', '670000000000000000000010', '640000000000000000000001', 9,
    '{"component": {"from": null, "to": {"id": "7c0000000000000000000001", "name": "Wings"}},
      "foundVersion": {"from": null, "to": {"id": "7d0000000000000000000001", "name": "1.0"}},
      "fixedVersion": {"from": null, "to": {"id": "7d0000000000000000000002", "name": "1.1"}}}');
update bugs set version = 9, component_id = '7c0000000000000000000001', found_version_id = '7d0000000000000000000001',
  fixed_version_id = '7d0000000000000000000002' where id = '670000000000000000000010';
