import { type Kysely, sql } from 'kysely'

/** Custom fields of products with their values, and the templates of reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A key never changes, and stays with its field for ever: values, events and searches name the field by it.
  `create table product_fields (
    id record_id primary key,
    product_number smallint not null references products (number),
    key text collate "C" not null check (key ~ '^[a-z][a-z0-9-]{1,29}$'),
    name text not null check (name <> ''),
    kind text not null
      check (kind in ('text', 'number', 'date', 'choice', 'choices', 'person', 'link', 'yes-no')),
    help text not null default '',
    choices text[] not null default '{}',
    required text not null default 'never' check (required in ('never', 'report', 'close')),
    place integer not null,
    retired_on timestamptz,
    created_on timestamptz not null default now(),
    unique (product_number, key)
  )`,
  `create table report_templates (
    id record_id primary key,
    product_number smallint not null references products (number),
    name text not null check (name <> ''),
    about text not null default '',
    title text not null default '',
    description text not null default '',
    steps_to_reproduce text not null default '',
    field_keys text[] not null default '{}',
    place integer not null,
    archived_on timestamptz,
    created_on timestamptz not null default now()
  )`,
  `create index report_templates_of_product on report_templates (product_number)`,
  // By the keys of the fields; only those that have a value.
  `alter table bugs add column fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object')`,
  // One narrow row for each value, by which bugs are found: of several choices one for each.
  `create table bug_field_values (
    bug_id record_id not null references bugs,
    key text collate "C" not null,
    word text collate "C" not null,
    quantity double precision
  )`,
  `create index bug_field_values_of_bug on bug_field_values (bug_id)`,
  `create index bug_field_values_by_word on bug_field_values (key, word, bug_id)`,
  `create index bug_field_values_by_quantity on bug_field_values (key, quantity, bug_id) where quantity is not null`,
  `create function bug_field_values_follow() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      delete from bug_field_values where bug_id = new.id;
    end if;
    insert into bug_field_values (bug_id, key, word, quantity)
      select new.id, field.key,
        left(lower(case jsonb_typeof(one) when 'object' then one ->> '_id' else one #>> '{}' end), 100),
        case jsonb_typeof(one) when 'number' then (one #>> '{}')::double precision end
      from jsonb_each(new.fields) field cross join lateral jsonb_array_elements(
        case jsonb_typeof(field.value) when 'array' then field.value else jsonb_build_array(field.value) end) one;
    return null;
  end $$`,
  `create trigger bug_field_values_add after insert on bugs for each row
    when (new.fields <> '{}') execute function bug_field_values_follow()`,
  `create trigger bug_field_values_change after update of fields on bugs for each row
    when (old.fields <> new.fields) execute function bug_field_values_follow()`,
]
