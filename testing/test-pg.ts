/**
 * Runs the unit and server tests on an external PostgreSQL: that of TEST_DATABASE_URL, or a private one made from the
 * newest PostgreSQL that Debian's packages installed. Arguments go to vitest.
 */
import { spawn } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Debian's account for PostgreSQL when this is root, which PostgreSQL refuses to run as. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const ids = await Promise.all(['-u', '-g'].map((flag) => output('id', [flag, 'postgres'])))
  return { uid: Number(ids[0]), gid: Number(ids[1]) }
}

function output(command: string, args: readonly string[], options: object = {}): Promise<string> {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) settle(text.trim())
      else fail(new Error(`${command} ended with ${code}`))
    })
  })
}

function newestBinaries(): string {
  const home = '/usr/lib/postgresql'
  const versions = readdirSync(home, { withFileTypes: true })
    .map((entry) => Number(entry.name))
    .filter(Number.isFinite)
  if (versions.length === 0) throw new Error('no PostgreSQL')
  return join(home, String(Math.max(...versions)), 'bin')
}

async function testOn(url: string): Promise<number> {
  const vitest = resolve(root, 'node_modules/.bin/vitest')
  const child = spawn(vitest, ['run', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  })
  return new Promise((settle) => child.on('close', (code) => settle(code ?? 1)))
}

async function onPrivateServer(): Promise<number> {
  const binaries = newestBinaries()
  const directory = await mkdtemp(join(tmpdir(), 'mothlight-pg-'))
  const account = await unprivileged()
  if (account) chownSync(directory, account.uid, account.gid)
  const options = { ...account, cwd: directory }
  await output(
    join(binaries, 'initdb'),
    ['-D', 'data', '-U', 'mothlight', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8'],
    options,
  )
  const settings = `-c listen_addresses= -c unix_socket_directories=${directory} -c max_connections=200`
  const control = (action: string, ...more: string[]) =>
    output(join(binaries, 'pg_ctl'), ['-D', 'data', '-w', '-l', 'log', ...more, action], {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).catch((error: Error) => error)
  await startControl(control, settings)
  try {
    return await testOn(`postgresql://mothlight@localhost:5432/postgres?host=${encodeURIComponent(directory)}`)
  } finally {
    await control('stop', '-m', 'fast')
    await rm(directory, { recursive: true, force: true })
  }
}

async function startControl(
  control: (action: string, ...more: string[]) => Promise<unknown>,
  settings: string,
): Promise<void> {
  const outcome = await control('start', '-o', settings)
  if (outcome instanceof Error) throw outcome
}

const external = process.env['TEST_DATABASE_URL']
if (external) process.exit(await testOn(external))
try {
  newestBinaries()
} catch {
  process.stderr.write('There is no PostgreSQL here: install one (apt install postgresql), or set TEST_DATABASE_URL.\n')
  process.exit(1)
}
process.exit(await onPrivateServer())
