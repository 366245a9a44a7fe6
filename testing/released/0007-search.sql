-- The bugs of before were indexed anew when the product started.
update bug_search s set words = array_to_tsvector((select array_agg(distinct word) from (
    select unnest(regexp_split_to_array(lower(b.title || ' ' || b.description || ' ' || coalesce(
      (select string_agg(c.message, ' ') from comments c where c.bug_id = b.id and c.deleted_on is null), '')), '[^a-z0-9]+'))
    union select case b.id when '640000000000000000000010' then '=moth' end
    union select case b.id when '640000000000000000000010' then '=crash' end
    union select case b.id when '640000000000000000000011' then '=edit' end) as words (word)
  where word <> '')) from bugs b where b.id = s.bug_id;
insert into bug_ranks select bug_id, words, words from bug_search;
insert into bug_texts select id, null, ' ' || lower(title) || ' ', '{}' from bugs;
insert into bug_texts select bug_id, id, ' ' || lower(message) || ' ', '{}' from comments where deleted_on is null;
delete from search_upgrade;
create index if not exists bug_search_words on bug_search using gin (words);
create index if not exists bug_texts_pairs on bug_texts using gin (pairs);

-- A bug that was indexed as from then on, and closed so that its moment is known.
insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, version) values
  ('6a0000000000000000000010', 'Dusk', 'It falls.', '1. Wait', '2026-05-10 02:40:00+00', '640000000000000000000002', 2);
insert into bug_search (bug_id, created_on, is_closed, classification, words)
  values ('6a0000000000000000000010', '2026-05-10 02:40:00+00', false, 'unclassified', array_to_tsvector('{dusk,=fall,wait}'));
insert into bug_ranks values ('6a0000000000000000000010', array_to_tsvector('{dusk}'), array_to_tsvector('{dusk,=fall,wait}'));
insert into bug_texts values ('6a0000000000000000000010', null, ' dusk ' || E'\n' || ' it falls ' || E'\n' || ' 1 wait ', '{}');
insert into search_vocabulary values ('dusk', 4, 0);
insert into events (type, subject_id, actor_id, version, payload) values
  ('bug-reported', '6a0000000000000000000010', '640000000000000000000002', 1,
    '{"title": "Dusk", "description": "It falls.", "stepsToReproduce": "1. Wait",
      "createdOn": "2026-05-10T02:40:00.000Z", "createdBy": "640000000000000000000002"}'),
  ('bug-status-changed', '6a0000000000000000000010', '640000000000000000000001', 2, '{"from": "Open", "to": "Closed"}');
update bugs set status = 'Closed', is_closed = true where id = '6a0000000000000000000010';
