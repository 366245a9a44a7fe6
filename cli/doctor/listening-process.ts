import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

/** A process that listens on a port. */
export interface Listener {
  readonly pid: number
  /** Whether it is a server of Mothlight, of any version and data. */
  readonly isMothlight: boolean
  /** Its environment variables; undefined where this account may not read them. */
  readonly env: Readonly<Record<string, string>> | undefined
  readonly cwd: string | undefined
}

const listening = '0A'

/**
 * Finds the process that listens on a TCP port of this machine; undefined where that is impossible. Only Linux tells.
 */
export function listenerOn(port: number): Listener | undefined {
  const sockets = new Set(socketsOn(port).map((inode) => `socket:[${inode}]`))
  if (sockets.size === 0) return undefined
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const open = readdirSync(`/proc/${name}/fd`)
      if (open.some((fd) => sockets.has(linkOf(`/proc/${name}/fd/${fd}`)))) return lookAt(Number(name))
    } catch {
      // The process belongs to another account, or has just ended.
    }
  }
  return undefined
}

/** Returns whether a process keeps its data where these settings say; undefined when that is unknown. */
export function hasData(
  { env, cwd }: Listener,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string | undefined },
): boolean | undefined {
  if (!env || cwd === undefined) return undefined
  if ((env['DATABASE_URL'] || undefined) !== databaseUrl) return false
  return databaseUrl !== undefined || resolve(cwd, env['DATA_DIR'] || 'data') === dataDir
}

function socketsOn(port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    try {
      return readFileSync(table, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[1]?.endsWith(`:${wanted}`) && fields[3] === listening)
        .flatMap((fields) => fields[9] ?? [])
    } catch {
      return []
    }
  })
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function lookAt(pid: number): Listener {
  const isMothlight = textOf(`/proc/${pid}/cmdline`)
    .split('\0')
    .some((word) => /(^|\/)server\/start\.js$/.test(word))
  const entries = textOf(`/proc/${pid}/environ`).split('\0').filter(Boolean)
  if (entries.length === 0) return { pid, isMothlight, env: undefined, cwd: undefined }
  const env = Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
  return { pid, isMothlight, env, cwd: linkOf(`/proc/${pid}/cwd`) || undefined }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
