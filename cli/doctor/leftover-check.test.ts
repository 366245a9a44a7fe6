import { findBinaries } from '#server/db/embedded/binaries.ts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLeftovers } from './leftover-check.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'mothlight-leftovers-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

it('names copies of earlier database programs, and not the one in use', async () => {
  const { version } = await findBinaries({})
  await mkdir(join(folder, `postgres-${version}-linux-x64`))
  expect(await checkLeftovers(folder)).toEqual([])
  await mkdir(join(folder, 'postgres-1.2.3-linux-x64'))
  const found = await checkLeftovers(folder)
  expect(found).toHaveLength(1)
  expect(JSON.stringify(found)).toContain('postgres-1.2.3-linux-x64')
  expect(JSON.stringify(found)).not.toContain(`postgres-${version}-`)
})
