import { openTestImport, type TestImport } from '#testing/test-import.ts'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyHistory } from './verify-history.ts'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
})
afterEach(() => test?.drop())

const sample = new URL('../../../samples/import-example.jsonl', import.meta.url)
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

it('imported bugs are as their events say', async () => {
  const { imported } = await test.importLines(linesOf(await readFile(sample, 'utf8')))
  expect(imported).toBeGreaterThan(3)
  expect(await verifyHistory(test.database.db)).toEqual({ bugs: imported, deviations: [] })
})

it('names what was changed behind the history’s back', async () => {
  await test.importLines(linesOf(await readFile(sample, 'utf8')))
  const [bug] = await test.rows<{ id: string }>('select id from bugs where comment_count > 0 order by id limit 1')
  const [comment] = await test.rows<{ id: string }>('select id from comments where bug_id = $1 limit 1', [bug?.id])
  await test.rows(`update bugs set title = 'Another', classification = 'approved' where id = $1`, [bug?.id])
  await test.rows(`update comments set message = 'Another' where id = $1`, [comment?.id])
  await test.rows('update bug_updates set updated_on = now() where id = $1', [bug?.id])
  const { deviations } = await verifyHistory(test.database.db)
  expect(deviations).toEqual([
    { bugId: bug?.id, what: ['title', 'updatedOn', 'classification', `comment ${comment?.id}`] },
  ])
})

/** A folder of recorded reports to try as well: *.jsonl.gz. */
const reports = process.env['REPORTS']

it.skipIf(reports === undefined)('so are those of whole trackers', { timeout: 300_000 }, async () => {
  const names = (await readdir(reports ?? '')).filter((name) => name.endsWith('.jsonl.gz'))
  let imported = 0
  for (const name of names) {
    const lines: string[] = []
    const text = createReadStream(join(reports ?? '', name)).pipe(createGunzip())
    for await (const line of createInterface({ input: text })) lines.push(line)
    imported += (await test.importLines(lines)).imported
  }
  expect(await verifyHistory(test.database.db)).toEqual({ bugs: imported, deviations: [] })
})
