import { refusedStart } from '#testing/product-process.ts'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { refuseUnusablePorts } from './listening.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-listening-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function taken(): Promise<{ readonly port: string; readonly free: () => void }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: String((server.address() as { port: number }).port), free: () => server.close() }
}

const look = (settings: Record<string, string>) =>
  refuseUnusablePorts(readConfig({ DATA_DIR: folder, PORT: '0', CHAT_PORT: '0', ...settings }))

describe('the start, before it creates anything,', () => {
  it.each([
    ['192.0.2.1', /^Nothing can listen on HOST 192\.0\.2\.1 \(.*EADDRNOTAVAIL.*\); set HOST to an address of this /],
    [
      'nonsense.invalid',
      /^Nothing can listen on HOST nonsense\.invalid \(.*\); set HOST to an address of this machine/,
    ],
  ])('refuses HOST %s in one sentence', async (host, sentence) => {
    const { code, output } = await refusedStart({ DATA_DIR: folder, HOST: host })
    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output.trim()).toMatch(/^[^\n]+\.$/)
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses a port that is taken', async () => {
    const { port, free } = await taken()
    try {
      const { code, output } = await refusedStart({ DATA_DIR: folder, PORT: port })
      expect([code, output]).toEqual([1, `Port ${port} is in use by another program; set PORT to a free one.\n`])
      expect(await readdir(folder)).toEqual([])
    } finally {
      free()
    }
  })

  it('looks at the ports alone that it is to serve', async () => {
    const { port, free } = await taken()
    try {
      const refused = /^Port \d+ is in use by another program; set CHAT_PORT to a free one\.$/
      await expect(look({ CHAT_PORT: port })).rejects.toThrow(refused)
      await expect(look({ SERVE: 'chat', CHAT_PORT: port })).rejects.toThrow(refused)
      await expect(look({ SERVE: 'chat', PORT: port })).resolves.toBeUndefined()
      await expect(look({})).resolves.toBeUndefined()
    } finally {
      free()
    }
  })
})
