import { runCommand } from '#testing/run-command.ts'
import { refusedStart } from '#testing/product-process.ts'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-folder-'))
  await writeFile(join(folder, 'file'), '')
  await symlink(join(folder, 'nowhere'), join(folder, 'link'))
  await symlink('loop', join(folder, 'loop'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Paths that can't become a data folder, and why. Here `.` is a folder that holds only a file and two links. */
const nothingThere = 'a link in it leads nowhere, or nothing can be made there, ENOENT'
const unusable: readonly (readonly [string, string])[] = [
  ['./file', 'there is a file of this name, EEXIST'],
  ['./file/data', 'there is a file where a folder should be, ENOTDIR'],
  ['./link', nothingThere],
  ['./link/data', nothingThere],
  ['./loop', 'it is a link that leads to itself, ELOOP'],
]
const nowhere = ['/proc/mothlight', '/proc/moth/light'].map((path) => [path, nothingThere] as const)
const cases = process.platform === 'linux' ? [...unusable, ...nowhere] : unusable

describe('a DATA_DIR that can’t be made', () => {
  it.each(cases)('%s is refused at once in one sentence, by the server and by commands', async (path, why) => {
    const dataDir = path.startsWith('.') ? join(folder, path) : path
    const sentence =
      `Mothlight can't write to its data folder ${dataDir} (${why}); ` +
      'let this account write there or set DATA_DIR to another folder.\n'
    const settings = { DATA_DIR: dataDir }
    expect(await refusedStart(settings)).toEqual({ code: 1, output: sentence })
    expect(await runCommand(['migrate'], settings)).toEqual({ code: 1, stdout: '', stderr: sentence })
    // Nobody listens there. Attached files need the folder even with a database elsewhere.
    const elsewhere = { ...settings, DATABASE_URL: 'postgresql://127.0.0.1:1/none' }
    expect(await refusedStart(elsewhere)).toEqual({ code: 1, output: sentence })
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'link', 'loop'])
  })

  it.each(cases)('%s is a problem for the doctor', async (path) => {
    const dataDir = path.startsWith('.') ? join(folder, path) : path
    const { code, stdout } = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir })
    expect(code).toBe(1)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string }[] }
    expect(findings.filter(({ check }) => check === 'data folder')).toMatchObject([{ level: 'problem' }])
  })
})
