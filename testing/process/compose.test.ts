import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from 'redis'
import { describe, expect, it } from 'vitest'
import { programs } from '#testing/debian-programs.ts'
import { freePort } from '#testing/redis-process.ts'

const root = resolve(import.meta.dirname, '../..')
const files = (await readdir(root)).filter((name) => /^compose.*\.ya?ml$/.test(name))
const textOf = (name: string) => readFile(join(root, name), 'utf8')

/** Returns the values below or beside a key, wherever it is, without comments. */
function valuesOf(yaml: string, key: string): string[] {
  const lines = yaml.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  const indent = (line: string) => line.search(/\S/)
  return lines.flatMap((line, at) => {
    if (!new RegExp(`^\\s*${key}:`).test(line)) return []
    const end = lines.findIndex((later, index) => index > at && indent(later) <= indent(line))
    const below = lines.slice(at + 1, end < 0 ? undefined : end).map((more) => more.slice(indent(lines[at + 1]!)))
    return [[line.slice(line.indexOf(':') + 1).trim(), ...below].join('\n').trim()]
  })
}

const { paths, missing } = await programs({ 'redis-server': 'redis-server' })

describe('the compose files', () => {
  it('name no secret in a command line or a health check, which lists of processes show', async () => {
    expect(files).toContain('compose.several.yaml')
    for (const name of files) {
      const yaml = await textOf(name)
      const said = ['command', 'entrypoint', 'healthcheck'].flatMap((key) => valuesOf(yaml, key))
      expect(said.filter((value) => /passw|requirepass|secret|token|_URL|\$\{?\w*(PASS|KEY)/i.test(value))).toEqual([])
    }
    expect(valuesOf(await textOf('compose.several.yaml'), 'command')).toEqual(['[redis-server, /etc/redis.conf]'])
  })

  it.skipIf(missing !== undefined)(
    `start a Redis that asks for the password and keeps nothing${missing ? ` (${missing})` : ''}`,
    async () => {
      const [content = ''] = valuesOf(await textOf('compose.several.yaml'), 'content')
      expect(content).toContain('${REDIS_PASSWORD:?}')
      const folder = await mkdtemp(join(tmpdir(), 'mothlight-compose-'))
      const configuration = join(folder, 'redis.conf')
      const password = 'Letters4and5digits'
      const [port, lines] = [await freePort(), content.replace(/^\|\n/, '').replace('${REDIS_PASSWORD:?}', password)]
      await writeFile(configuration, `${lines}\nport ${port}\nbind 127.0.0.1\ndir ${folder}\n`)
      const child = spawn(paths['redis-server'], [configuration], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(child, 'close')
      try {
        let output = ''
        for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
          output += String(text)
          if (output.includes('Ready to accept connections')) break
        }
        const url = `redis://127.0.0.1:${port}`
        const stranger = createClient({ url, socket: { reconnectStrategy: false } })
        stranger.on('error', () => undefined)
        await expect(stranger.connect().then(() => stranger.ping())).rejects.toThrow('NOAUTH')
        stranger.destroy()
        const node = await createClient({ url, password }).connect()
        expect(await node.configGet('save')).toEqual({ save: '' })
        expect(await node.configGet('appendonly')).toEqual({ appendonly: 'no' })
        await node.close()
      } finally {
        child.kill('SIGKILL')
        await ended
        await rm(folder, { recursive: true })
      }
    },
  )
})
