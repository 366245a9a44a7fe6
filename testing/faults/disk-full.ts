import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { everythingWrong } from './check.ts'
import { Client } from './client.ts'
import type { Fault, FaultReport } from './fault.ts'
import { FaultProduct } from './fault-product.ts'
import { Journal } from './journal.ts'
import { leaveBehind } from './left-behind.ts'
import { MixedLoad } from './mixed-load.ts'
import { killPostgres } from './postgres-processes.ts'

const mebibyte = 1024 * 1024
const diskMB = 400
const writers = 6

/**
 * The data folder's disk fills up, in three ways: by what people write, suddenly by another program, and to the last
 * byte while PostgreSQL has to write its log. Writes must be refused with a sentence, reads must go on while PostgreSQL
 * lives, and everything must recover by itself once there is room.
 */
export const diskFull: Fault = async ({ seed, say }): Promise<FaultReport> => {
  const disk = await smallDisk()
  if (typeof disk === 'string') return { figures: {}, losses: [], skipped: disk }
  const journal = new Journal()
  let product: FaultProduct | undefined
  try {
    product = await FaultProduct.start({ settings: { DISK_RESERVE_MB: '60' }, folder: disk.path })
    const people = await product.people(writers + 1)
    const cookie = people.pop()?.cookie ?? ''
    const load = new MixedLoad(product.whereabouts, people, journal, seed)
    const person = new Client(product.whereabouts, cookie, journal)
    const wrong: string[] = []
    const expected = async (what: string, isSo: () => Promise<boolean>, withinMs: number) => {
      const end = performance.now() + withinMs
      while (!(await isSo())) {
        if (performance.now() > end) return void wrong.push(`not so: ${what}`)
        await setTimeout(50)
      }
      say(what)
      return undefined
    }
    const report = await person.send('POST', '/api/bug/new', { title: 't', description: 'd', stepsToReproduce: 's' })
    const bugId = String(report.result['_id'])
    const writes = async () => (await comment(person, bugId)).status
    const reads = async () => (await person.send('GET', '/api/bug/list?pageSize=10')).status

    load.start()
    await expected('writes are taken', async () => journal.acknowledged.length > 50, 30_000)

    const filling = await fillUp(disk.path, 50)
    await expected('writes are refused when room is short', async () => (await writes()) === 503, 15_000)
    await setTimeout(1500)
    const refusal = await refusalOf(product.origin, cookie)
    if (!/disk is full/.test(refusal)) wrong.push(`a write was refused with '${refusal}'`)
    const upload = await person.upload('too much')
    if (upload.status !== 503) wrong.push(`an upload was answered ${upload.status}`)
    const before = journal.acknowledged.length
    for (let n = 0; n < 20; n++) if ((await reads()) !== 200) wrong.push('a read failed while room was short')
    if (journal.acknowledged.length > before) wrong.push('a write was taken while room was short')
    if ((await product.readiness()) !== 200) wrong.push('it was not ready to be read')
    await rm(filling)
    await expected('writes go on once there is room', async () => (await writes()) === 200, 15_000)

    const all = await fillUp(disk.path, 0)
    await expected('no byte is left, and reads go on', async () => (await reads()) === 200, 15_000)
    await expected('writes are refused', async () => (await writes()) === 503, 15_000)
    await rm(all)
    await expected('writes go on again', async () => (await writes()) === 200, 15_000)

    await load.stop()
    await load.settle()
    const tooFull = await panic(product, disk.path)
    // A connection of a server that has ended may be found closed, or reset.
    if (!/terminat|not queryable|shut ?down|recovery|ECONNRESET|EPIPE/.test(tooFull.what))
      wrong.push(`PostgreSQL was to end by this, and said: ${tooFull.what}`)
    say(`PostgreSQL ended: ${tooFull.what}`)
    if ((await writes()) !== 503) wrong.push('a write was not refused while PostgreSQL was away')
    await rm(tooFull.filling)
    await expected('PostgreSQL is brought back once there is room', async () => (await writes()) === 200, 60_000)

    wrong.push(...(await product.onDatabase((database) => everythingWrong(journal, database, disk.path))))
    if ((await product.stop()) !== 0) wrong.push('the product did not stop in good order')
    return {
      figures: { disk: `${diskMB} MB`, 'acknowledged writes': journal.acknowledged.length, answers: journal.summary },
      losses: wrong,
    }
  } finally {
    await product?.clean()
    await disk.release()
  }
}

/** Creates a small disk of its own, or returns why that is impossible. */
async function smallDisk(): Promise<{ path: string; release(): void } | string> {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const path = await mkdtemp(join(tmpdir(), 'mothlight-disk-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMB}m`, 'tmpfs', path], {
    encoding: 'utf8',
  })
  if (status !== 0) {
    await rm(path, { recursive: true, force: true })
    return `a small disk can’t be mounted here: ${stderr.trim()}`
  }
  await chmod(path, 0o755)
  return {
    path,
    release: leaveBehind(async () => {
      await killPostgres(path)
      spawnSync('umount', ['--lazy', path])
      spawnSync('rmdir', [path])
    }),
  }
}

/** Fills the disk as another program would. @returns the file that it wrote */
async function fillUp(path: string, leaveMB: number): Promise<string> {
  const filling = join(path, 'filling')
  const { bavail, bsize } = await statfs(path)
  const bytes = Math.max(0, bavail * bsize - leaveMB * mebibyte)
  await writeFile(filling, '')
  const piece = Buffer.alloc(mebibyte, 1)
  for (let written = 0; written < bytes; written += piece.length) {
    const size = Math.min(piece.length, bytes - written)
    const full = await writeFile(filling, piece.subarray(0, size), { flag: 'a' }).catch(() => 'full')
    if (full) break
  }
  return filling
}

/** Makes PostgreSQL need room for its log when there is none. It bypasses the product, which would prevent that. */
async function panic(product: FaultProduct, path: string): Promise<{ what: string; filling: string }> {
  const filling = await fillUp(path, 0)
  const what = await product
    .onDatabase(async ({ pool }) => {
      const text = `select pg_logical_emit_message(false, 'filler', repeat('x', ${mebibyte}))`
      for (let megabytes = 0; megabytes < diskMB; megabytes++) await pool.query(text)
      return undefined
    })
    .catch((error: Error) => error.message)
  return { what: what ?? 'PostgreSQL wrote more than the disk holds', filling }
}

let comments = 0
function comment(person: Client, bugId: string) {
  return person.send('POST', `/api/bug/${bugId}/comments/new`, { message: `while the disk was full ${comments++}` })
}

/** Returns the refusal of a write. */
async function refusalOf(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/api/bug/new`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 't', description: 'd', stepsToReproduce: 's' }),
  })
  return ((await answer.json()) as { error?: { message: string } }).error?.message ?? `status ${answer.status}`
}
