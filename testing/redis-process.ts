import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A redis-server that asks for a password and keeps nothing on disk. */
export interface RedisProcess {
  readonly pid: number
  readonly port: number
  readonly url: string
  end(): Promise<void>
}

export const redisPassword = 'a secret of the test'

/** Starts redis-server. @param program its path @param port undefined takes a free one */
export async function startRedis(program: string, port?: number): Promise<RedisProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'mothlight-redis-'))
  const own = port ?? (await freePort())
  const options = ['--port', String(own), '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'no']
  const child = spawn(program, [...options, '--requirepass', redisPassword], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (!output.includes('Ready to accept connections')) {
    const isOver = await Promise.race([ended.then(() => true), once(child.stdout, 'data').then(() => false)])
    if (isOver) throw new Error(`redis-server did not start:\n${output}`)
  }
  return {
    pid: child.pid ?? 0,
    port: own,
    url: `redis://:${encodeURIComponent(redisPassword)}@127.0.0.1:${own}`,
    end: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
