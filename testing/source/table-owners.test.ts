import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const features = resolve(import.meta.dirname, '../../server/features')
const writesBugs = /\b(insert into|update|delete from)\s+bugs\b|\.(insertInto|updateTable|deleteFrom)\(\s*'bugs'/i

it('only the feature bugs writes the table bugs', async () => {
  const files = (await readdir(features, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(features, file), 'utf8')] as const),
  )
  const writers = texts.filter(([, text]) => writesBugs.test(text)).map(([file]) => file.split('/')[0])
  expect(new Set(writers)).toEqual(new Set(['bugs']))
})
