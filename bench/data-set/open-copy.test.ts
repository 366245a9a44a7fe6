import { Closing } from '#bench/processes/closing.ts'
import { urlOf } from '#testing/test-cluster.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DatabaseServer, openDatabaseServer } from './database-server.ts'
import { openCopy } from './open-copy.ts'
import { prepareDataSet } from './prepare.ts'
import { checkRoom } from './room.ts'

const request = { bugs: 100, directory: undefined, fresh: false }
const say = () => {}

let server: DatabaseServer
let prepared: string
beforeAll(async () => {
  server = await openDatabaseServer(urlOf(inject('cluster'), 'postgres'), say)
  prepared = (await prepareDataSet(server, request, say)).database
})
afterAll(async () => {
  await server.connected('postgres', (client) => client.query(`drop database ${prepared} with (force)`))
  await server.stop()
})

const databases = async () => {
  const { rows } = await server.connected('postgres', (client) =>
    client.query<{ datname: string }>('select datname from pg_database'),
  )
  return rows.map(({ datname }) => datname)
}

test('one run may hold several copies, and each goes when its part is over', async () => {
  const [one, other] = [new Closing(), new Closing()]
  try {
    const first = await openCopy(server, request, say, one)
    const second = await openCopy(server, request, say, other)
    expect(await databases()).toEqual(expect.arrayContaining([first.name, second.name]))
    await one.now()
    expect(await databases()).not.toContain(first.name)
    const { rows } = await server.connected(second.name, (client) =>
      client.query('select count(*)::int as n from bugs'),
    )
    expect(rows).toEqual([{ n: 100 }])
  } finally {
    await one.now()
    await other.now()
  }
  expect(await databases()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^bench_run_/)]))
})

test('a disk without room is said before anything is made', async () => {
  const full = { ...server, freeBytes: async () => 30e9 }
  const million = { ...request, bugs: 1_000_000 }
  await expect(checkRoom(full, [million])).rejects.toThrow('48.0 GB are needed on the disk of the database')
  await expect(checkRoom(full, [request, { ...request, bugs: 500_000 }])).resolves.toBeUndefined()
})
