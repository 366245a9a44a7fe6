-- Custom fields of the first product, one of them retired, a template, and a bug with values.
insert into product_fields (id, product_number, key, name, kind, choices, required, place, retired_on) values
  ('6b0000000000000000000001', 0, 'browser', 'Browser', 'choice', '{Firefox,Chrome}', 'close', 0, null),
  ('6b0000000000000000000002', 0, 'tester', 'Tester', 'person', '{}', 'never', 1, null),
  ('6b0000000000000000000003', 0, 'cost', 'Cost', 'number', '{}', 'never', 2, '2026-01-02T03:04:05Z');
insert into report_templates (id, product_number, name, title, field_keys, place) values
  ('6b0000000000000000000004', 0, 'Crash', 'Crash: ', '{browser}', 0);
update bugs set version = version + 1,
  fields = '{"browser": "Chrome", "tester": {"_id": "640000000000000000000001"}, "cost": 2.5}'
  where id = '670000000000000000000010';
insert into events (type, subject_id, actor_id, version, payload)
  select 'bug-fields-changed', id, '640000000000000000000001', version, '{
    "field.browser": {"key": "browser", "name": "Browser", "kind": "choice", "from": null, "to": "Chrome"},
    "field.tester": {"key": "tester", "name": "Tester", "kind": "person", "from": null,
      "to": {"_id": "640000000000000000000001"}},
    "field.cost": {"key": "cost", "name": "Cost", "kind": "number", "from": null, "to": 2.5}}'
  from bugs where id = '670000000000000000000010';
