import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { anActor } from '#testing/an-actor.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
  await test.rows(`insert into products (key, id, name) values ('MOTH', lpad('2', 24, '0'), 'Moths')`)
  await test.rows('create sequence bug_numbers_1 as integer')
})
afterEach(() => test.drop())

const keys = async () => {
  const rows = await test.rows<{ id: string; key: string }>(
    `select b.external_id as id, p.key || '-' || b.number as key
      from bugs b join products p on p.number = b.product_number order by 1`,
  )
  return Object.fromEntries(rows.map(({ id, key }) => [id, key]))
}

it('keeps the numbers of a file where they are free, in the product that is named', async () => {
  const lines = [
    line('N-1', { key: 'HADOOP-7' }),
    line('N-2'),
    line('N-3', { key: 'OTHER-7' }),
    line('N-4', { key: 'hadoop-3' }),
    line('N-5', { key: 'nonsense' }),
  ]
  const { findings } = await test.importLines(lines, undefined, 'moth')
  expect(findings).toEqual([
    '5 note key ‘nonsense’ does not end with a number that can be kept; the bug gets the next one',
  ])
  expect(await keys()).toEqual({
    'N-1': 'MOTH-7',
    'N-2': 'MOTH-8',
    'N-3': 'MOTH-9',
    'N-4': 'MOTH-3',
    'N-5': 'MOTH-10',
  })
  expect(await verifyHistory(test.database.db)).toEqual({ bugs: 5, deviations: [] })
  const before = await test.everything()
  await test.importLines(lines, undefined, 'MOTH')
  expect(await test.everything()).toEqual(before)

  await test.importLines([line('N-6', { key: 'HADOOP-3' }), line('N-7', { key: 'HADOOP-20' })], undefined, 'MOTH')
  expect(await keys()).toMatchObject({ 'N-6': 'MOTH-21', 'N-7': 'MOTH-20' })
})

it('puts bugs into the oldest product that takes them, and stores nothing for a product that takes none', async () => {
  await test.importLines([line('N-1', { key: 'LAMP-4' })])
  expect(await keys()).toEqual({ 'N-1': 'BUG-4' })
  await test.rows(`update products set archived_on = now() where key = 'MOTH'`)
  for (const product of ['MOTH', 'NONE']) {
    await expect(test.importLines([line('N-2')], undefined, product)).rejects.toThrow('there are: BUG.')
  }
  await test.rows(`update products set archived_on = case key when 'BUG' then now() end`)
  await test.importLines([line('N-3')])
  expect(await keys()).toEqual({ 'N-1': 'BUG-4', 'N-3': 'MOTH-1' })
})

it('leaves the next report a number of its own, also where it stores the first bug', async () => {
  await test.importLines([line('N-1', { key: 'X-5' })])
  const { created_by: reporter } = (await test.bug('N-1')) as { created_by: string }
  const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
  await test.database.inTx((tx) => createBug(tx, anActor({ userId: reporter }), texts, reporter))
  expect(await test.rows('select number from bugs order by number')).toEqual([{ number: 5 }, { number: 6 }])
})

it('gives no number that a former key has', async () => {
  await test.importLines([line('N-1', { key: 'X-5' })])
  await test.rows(`insert into former_bug_keys select 0, 6, id from bugs`)
  await test.importLines([line('N-2', { key: 'X-6' })])
  expect(await keys()).toEqual({ 'N-1': 'BUG-5', 'N-2': 'BUG-7' })
})
