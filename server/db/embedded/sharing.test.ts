import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { ask, runningPid, Scratch } from './scratch-for-tests.ts'
import { EmbeddedStartError, startEmbedded, type EmbeddedServer } from './start-embedded.ts'

const scratch = new Scratch()
afterEach(() => scratch.clean())

describe('a second application on the same data folder', () => {
  test('is refused with the process id of the first, which goes on', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    const first = await scratch.child({ dataDir, role: 'app' })
    const refusal = startEmbedded({ dataDir, role: 'app' })
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedStartError)
    await expect(refusal).rejects.toThrow(
      `Mothlight is already running on ${dataDir} (process ${first.process.pid}); ` +
        'stop it first or set DATA_DIR to another folder.',
    )
    expect(runningPid(dataDir)).toBe(first.report.pid)
    expect(await ask(first.report.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('may start as soon as the first has ended', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    const first = await startEmbedded({ dataDir, role: 'app' })
    const released = first.release()
    const second = await startEmbedded({ dataDir, role: 'app' })
    await released
    expect(await ask(second.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.release()
    expect(runningPid(dataDir)).toBeUndefined()
  })
})

describe('applications and commands', () => {
  test('a command joins the running application and leaves it running', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    const app = await startEmbedded({ dataDir, role: 'app' })
    const command = await startEmbedded({ dataDir, role: 'command' })
    expect(command).toMatchObject({ startedHere: false, pid: app.pid, socketDir: app.socketDir })
    await command.release()
    expect(runningPid(dataDir)).toBe(app.pid)
    await app.release()
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('the last one out stops the server, whoever started it', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    const app = await startEmbedded({ dataDir, role: 'app' })
    const command = await startEmbedded({ dataDir, role: 'command' })
    await app.release()
    expect(runningPid(dataDir)).toBe(app.pid)
    expect(await ask(command.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await command.release()
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('when all leave at once, nothing stays', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    const roles = ['app', 'command', 'command', 'command'] as const
    const servers: EmbeddedServer[] = []
    for (const role of roles) servers.push(await startEmbedded({ dataDir, role }))
    await Promise.all(servers.map((server) => server.release()))
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('commands that come and go at the same time all get a working server', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    // Their pauses differ, so that one often comes just when the last one leaves and stops the server.
    async function comeAndGo(pause: number): Promise<void> {
      for (let turn = 0; turn < 10; turn++) {
        const server = await startEmbedded({ dataDir, role: 'command' })
        expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
        await server.release()
        await sleep(pause)
      }
    }
    await Promise.all([0, 70, 130].map(comeAndGo))
    expect(runningPid(dataDir)).toBeUndefined()
  })
})

describe('two starts at the same time on an empty folder', () => {
  test.each([
    ['short path', 'data'],
    ['path too long for a socket', join('deep-'.repeat(12), 'deeper-'.repeat(9))],
  ])('exactly one becomes the application (%s)', async (_name, path) => {
    const dataDir = join(scratch.folder(), path)
    const order = { dataDir, role: 'app' } as const
    const children = await Promise.all([scratch.child(order), scratch.child(order)])
    const winner = children.find(({ report }) => report.error === undefined)!
    const loser = children.find(({ report }) => report.error !== undefined)!
    expect(loser.report.error).toBe(
      `Mothlight is already running on ${dataDir} (process ${winner.process.pid}); ` +
        'stop it first or set DATA_DIR to another folder.',
    )
    expect(await loser.ended).toBe(0)
    expect(runningPid(dataDir)).toBe(winner.report.pid)
    winner.process.stdin!.end()
    expect(await winner.ended).toBe(0)
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('commands share one server', async () => {
    const dataDir = scratch.dataDir()
    const servers = await Promise.all([1, 2, 3].map(() => startEmbedded({ dataDir, role: 'command' })))
    expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1)
    expect(servers.filter(({ startedHere }) => startedHere)).toHaveLength(1)
    await Promise.all(servers.map((server) => server.release()))
    expect(runningPid(dataDir)).toBeUndefined()
  })
})
