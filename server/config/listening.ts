import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

/** Listens for a short time. @returns why that can't be done */
export async function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    server.close()
  }
}

/** Returns whether the error is about the host, which nobody can listen on whatever the port. */
export const isOfHost = ({ code }: NodeJS.ErrnoException) => code !== 'EADDRINUSE' && code !== 'EACCES'

/** Returns what to say of such a host and what to do about it, without a full stop. */
export const unusableHost = (host: string, { message }: Error) => `Nothing can listen on HOST ${host} (${message})`
export const otherHost = 'to an address of this machine, or 0.0.0.0 for all of them'

export const portTaken = (name: string, port: number) =>
  `Port ${port} is in use by another program; set ${name} to a free one.`

/**
 * Checks that this process can listen on its ports, before anything else is started.
 * @throws ConfigError with a sentence that names the setting
 */
export async function refuseUnusablePorts(config: Config): Promise<void> {
  const { host, port, chatPort, serves } = config
  if (serves === 'jobs') return
  if (serves === 'all') await refuseUnusable('PORT', port, config)
  if (serves === 'chat' || chatPort?.isWanted) await refuseUnusable('CHAT_PORT', chatPort?.port ?? 0, config)

  async function refuseUnusable(name: string, wanted: number, { dataDir, databaseUrl }: Config): Promise<void> {
    const error = await tryPort(host, wanted)
    if (!error) return
    if (isOfHost(error)) throw new ConfigError(`${unusableHost(host, error)}; set HOST ${otherHost}.`)
    if (error.code === 'EACCES')
      throw new ConfigError(`This account may not listen on port ${wanted}; set ${name} to one above 1023.`)
    // This Mothlight may already be running. Its database reports that later, and creates nothing.
    if (databaseUrl === undefined && existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) return
    throw new ConfigError(portTaken(name, wanted))
  }
}
