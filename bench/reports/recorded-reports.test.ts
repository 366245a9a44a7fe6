import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordedReports } from './recorded-reports.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bench-reports-'))
})
afterEach(() => rm(directory, { recursive: true }))

const line = (id: string, title: string, description: string) =>
  `${JSON.stringify({ id, title, description, product: 'desk', component: '' })}\n`

test('reads plain and packed files; a line separator inside a text does not end its line', async () => {
  await writeFile(join(directory, 'a.jsonl'), line('A-1', 'First', 'One\u2028line'))
  await writeFile(join(directory, 'b.jsonl.gz'), gzipSync(line('B-1', 'Second', 'It fails.\nSteps:\n1. Start')))
  const source = await recordedReports(directory, 'seed')
  expect(source.name).toBe('a+b')
  expect(source.report()).toMatchObject({ title: 'First', description: 'One\u2028line', externalId: 'A-1' })
  expect(source.report()).toMatchObject({
    description: 'It fails.',
    stepsToReproduce: 'Steps:\n1. Start',
    product: 'desk',
    component: null,
  })
})

test('when all are used they come again under other ids', async () => {
  await writeFile(join(directory, 'a.jsonl'), line('A-1', 'Only one', 'text '.repeat(300)))
  const source = await recordedReports(directory, 'seed')
  const [first, second] = [source.report(), source.report()]
  expect(second.externalId).toBe('A-1-1')
  expect(second.description).not.toBe(first.description)
})

test('a folder without reports is refused', async () => {
  await expect(recordedReports(directory, 'seed')).rejects.toThrow('There are no reports')
})
