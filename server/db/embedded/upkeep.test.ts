import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { appendFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { boundLog, lastLines, logSince } from './log-file.ts'
import { ask, Scratch } from './scratch-for-tests.ts'
import { ServerUse } from './server-use.ts'
import { startEmbedded } from './start-embedded.ts'

const scratch = new Scratch()
afterEach(() => scratch.clean())

test('a log that grew large under a running server starts over, and the server goes on writing to it', async () => {
  const dataDir = await aUsedDataDir(scratch.dataDir())
  const server = await startEmbedded({ dataDir, role: 'app' })
  const log = join(dataDir, 'postgres.log')
  appendFileSync(log, 'old line\n'.repeat(1000))
  boundLog(log, 20_000)
  expect(statSync(log).size).toBeGreaterThan(9_000)
  boundLog(log, 5_000)
  expect(statSync(log).size).toBe(0)
  expect(readFileSync(`${log}.1`, 'utf8')).toContain('old line')

  await server.release()
  expect(readFileSync(log, 'utf8')).toMatch(/^\d{4}-.*received fast shutdown request/)
})

test('a server whose socket was deleted is started again at the same place', async () => {
  const outcomes: unknown[] = []
  const onRestart = (outcome: unknown) => outcomes.push(outcome)
  const dataDir = await aUsedDataDir(scratch.dataDir(join(scratch.folder(), 'deep-'.repeat(12), 'deeper-'.repeat(9))))
  const server = await startEmbedded({ dataDir, role: 'app', onRestart })
  const { pid, socketDir } = server
  expect(server).toBeInstanceOf(ServerUse)
  const use = server as ServerUse
  use.keepUp()
  expect(await ask(socketDir, 'select 1 as one')).toEqual([{ one: 1 }])

  rmSync(socketDir, { recursive: true })
  use.keepUp()
  await vi.waitFor(() => expect(outcomes).toEqual(['restarted']), { interval: 20 })
  expect(server.pid).not.toBe(pid)
  expect(server.socketDir).toBe(socketDir)
  expect(await ask(socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.release()
})

test('errors keep the values of a statement out of the log', async () => {
  const dataDir = await aUsedDataDir(scratch.dataDir())
  const server = await startEmbedded({ dataDir, role: 'app' })
  await ask(server.socketDir, 'create table people (email text primary key)')
  const insert = `insert into people values ('moth@example.org')`
  await ask(server.socketDir, insert)
  await expect(ask(server.socketDir, insert)).rejects.toThrow(/duplicate key/)
  await server.release()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key value violates unique constraint "people_pkey"')
  expect(log).not.toContain('moth@example.org')
})

test('the end of a log is what was written since, line by line', () => {
  const log = join(scratch.folder(), 'postgres.log')
  appendFileSync(log, 'before\n')
  const { size } = statSync(log)
  appendFileSync(log, 'one\ntwo\nthree\n')
  expect(logSince(log, size)).toBe('one\ntwo\nthree\n')
  expect(lastLines(logSince(log, size), 2)).toBe('\n  two\n  three')
  expect(logSince(join(scratch.folder(), 'none.log'), 0)).toBe('')
})
