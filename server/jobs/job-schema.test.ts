import { openDatabase } from '#server/db/database.ts'
import { connectionTo, withAdmin } from '#testing/test-cluster.ts'
import { openNewDatabase } from '#testing/test-database.ts'
import { expect, inject, it } from 'vitest'
import { makeJobSchema, newestOfLibrary } from './job-schema.ts'

it('the schema of jobs is made once by processes that start at the same time', async () => {
  const { database, drop } = await openNewDatabase(inject('cluster'), 'template0')
  try {
    await Promise.all(Array.from({ length: 3 }, () => makeJobSchema(database.pool)))
    const made = () =>
      database.pool
        .query('select max(id) as newest, max(ts) as last from mothlight_jobs.migrations')
        .then(({ rows }) => rows[0] as { newest: number; last: Date })
    const first = await made()
    expect(first.newest).toBe(newestOfLibrary)
    await makeJobSchema(database.pool)
    expect(await made()).toEqual(first)
  } finally {
    await drop()
  }
})

it('an account that may not make a schema is told what to do, and makes it once it may', async () => {
  const cluster = inject('cluster')
  const { database, drop } = await openNewDatabase(cluster, 'template0')
  const { rows } = await database.pool.query('select current_database() as name')
  const name = rows[0].name as string
  const role = `${name}_role`
  await withAdmin(cluster, (admin) => admin.query(`create role ${role} nosuperuser`))
  const asRole = openDatabase({ ...connectionTo(cluster, name), options: `-c role=${role}` } as never, 2, () => {})
  try {
    await expect(makeJobSchema(asRole.pool)).rejects.toThrow(
      /^The database’s account may not create the schema mothlight_jobs, .*“grant create on database/,
    )
    await withAdmin(cluster, (admin) => admin.query(`grant create on database ${name} to ${role}`))
    await makeJobSchema(asRole.pool)
    await asRole.pool.query(`select mothlight_jobs.add_job('any')`)
    const owner = `select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'mothlight_jobs'`
    expect((await asRole.pool.query(owner)).rows).toEqual([{ owner: role }])
  } finally {
    await asRole.close()
    await drop()
    await withAdmin(cluster, (admin) => admin.query(`drop role ${role}`))
  }
})
