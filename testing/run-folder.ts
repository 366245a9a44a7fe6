import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './product-process.ts'

/** In bytes: what a run keeps there at most, with room to spare. */
const room = 4e9

/**
 * Makes the folder in which a run of tests keeps its temporary files, those of its database too, and names it in TMPDIR for the
 * processes that come after. It is in memory, where there is enough of it: tests make and drop hundreds of databases, which takes a
 * second of each on a disk, and a twentieth of that in memory.
 * @returns what removes it
 */
export async function makeRunFolder(): Promise<() => Promise<void>> {
  const before = process.env['TMPDIR']
  const parent = (await isRoomy('/dev/shm')) ? '/dev/shm' : tmpdir()
  await removeLeft(parent)
  const folder = await mkdtemp(join(parent, `mothlight-tests-${process.pid}-`))
  // As /tmp is: some processes of tests run as another account.
  await chmod(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await rm(folder, { recursive: true, force: true })
  }
}

async function isRoomy(memory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > room && process.availableMemory() > 2 * room
}

/** Removes what runs have left there that were killed. */
async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^mothlight-tests-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
}
