-- A worker that never said that it ends: nothing waits for it.
insert into job_workers (id, beats, seen_on) values ('pool-of-a-killed-process', 7, '2023-03-02 01:46:40+00');
