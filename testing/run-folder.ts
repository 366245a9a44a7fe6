import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from './product-process.ts'

/** Where files are kept in memory, if the machine has it. */
const memory = '/dev/shm'
/** In bytes: what a run keeps there at most, with room to spare. */
const room = 4e9

/** The processes of another container are not known here, so it leaves the folders of this one alone by their name. */
const ownFolders = `mothlight-tests-${hostname()}-`

/**
 * Makes the folder in which a run of tests keeps its temporary files, those of its database too, and names it in TMPDIR for the
 * processes that come after. It is in memory, where there is enough of it: tests make and drop hundreds of databases, which takes a
 * second of each on a disk, and a twentieth of that in memory.
 * @returns what removes it
 */
export async function makeRunFolder(): Promise<() => Promise<void>> {
  const before = process.env['TMPDIR']
  const disk = tmpdir()
  for (const parent of [memory, disk]) await removeLeft(parent)
  const folder = ((await isRoomy()) && (await makeIn(memory))) || (await makeIn(disk))
  if (!folder) throw new Error(`No program can be run in ${disk}: set TMPDIR to another folder.`)
  process.env['TMPDIR'] = folder
  return async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    // What has just been ended may still write its last.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function isRoomy(): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > room && process.availableMemory() > 2 * room
}

/** Makes the folder there. @returns its path; undefined where nothing can be written, or no program run */
async function makeIn(parent: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(parent, `${ownFolders}${process.pid}-`)).catch(() => undefined)
  if (!folder) return undefined
  // As /tmp is: some processes of tests run as another account.
  await chmod(folder, 0o1777)
  const program = join(folder, 'try')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  const runs = await promisify(execFile)(program).then(
    () => true,
    () => false,
  )
  await rm(runs ? program : folder, { recursive: true })
  return runs ? folder : undefined
}

/** Removes what runs have left there that were killed, as far as this account may. */
async function removeLeft(parent: string): Promise<void> {
  // Elsewhere it is not known which processes live.
  if (!existsSync('/proc/self')) return
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(ownFolders)) continue
    const pid = Number(/^\d+/.exec(name.slice(ownFolders.length))?.[0])
    if (!isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
