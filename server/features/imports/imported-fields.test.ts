import { verifyHistory } from '#server/features/history/public.ts'
import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
  await test.rows(`insert into product_fields (id, product_number, key, name, kind, choices, required, place, retired_on) values
    ('6b0000000000000000000001', 0, 'customer', 'Customer', 'text', '{}', 'close', 0, null),
    ('6b0000000000000000000002', 0, 'cost', 'Cost', 'number', '{}', 'never', 1, null),
    ('6b0000000000000000000003', 0, 'due', 'Due', 'date', '{}', 'never', 2, null),
    ('6b0000000000000000000004', 0, 'browser', 'Browser', 'choice', '{Firefox,"Safari 17"}', 'never', 3, null),
    ('6b0000000000000000000005', 0, 'systems', 'Systems', 'choices', '{Linux,macOS,Windows}', 'never', 4, null),
    ('6b0000000000000000000006', 0, 'tester', 'Tester', 'person', '{}', 'never', 5, null),
    ('6b0000000000000000000007', 0, 'ticket', 'Ticket', 'link', '{}', 'never', 6, null),
    ('6b0000000000000000000008', 0, 'paid', 'Paid support', 'yes-no', '{}', 'never', 7, null),
    ('6b0000000000000000000009', 0, 'old', 'Old', 'text', '{}', 'never', 8, now())`)
})
afterEach(() => test.drop())

const reported = async (id: string) => {
  const [row] = await test.rows<{ fields: Record<string, unknown>; imported: Record<string, unknown> | null }>(
    `select b.fields, e.payload -> 'imported' as imported from bugs b join events e on e.subject_id = b.id
      where b.external_id = $1 and e.type = 'bug-reported'`,
    [id],
  )
  return row
}

describe('custom fields of a line', () => {
  it('are found by their keys or names, and what fits none is kept with the history', async () => {
    const ada = await test.account('ada@example.test')
    const lines = [
      line('N-1', {
        status: 'Closed',
        fields: {
          customer: 'Acme Inc.',
          COST: 12.5,
          due: '2026-12-24T10:00:00Z',
          Browser: 'safari 17',
          systems: 'Windows, linux',
          Tester: 'Ada <ada@example.test>',
          ticket: 'https://help.example/7',
          'paid support': true,
        },
      }),
      line('N-2', {
        fields: { Browser: 'Lynx', cost: 'much', 'Moon phase': ['waxing', 'full'], old: 'x', ticket: 'javascript:x' },
      }),
      line('N-3', { fields: { tester: 'Bo Unknown' } }),
    ]
    expect((await test.importLines(lines)).findings).toEqual([])
    expect(await reported('N-1')).toMatchObject({
      fields: {
        customer: 'Acme Inc.',
        cost: 12.5,
        due: '2026-12-24',
        browser: 'Safari 17',
        systems: ['Linux', 'Windows'],
        tester: { _id: ada },
        ticket: 'https://help.example/7',
        paid: true,
      },
    })
    expect(await reported('N-2')).toMatchObject({
      fields: {},
      imported: {
        Browser: 'Lynx',
        cost: 'much',
        'Moon phase': ['waxing', 'full'],
        old: 'x',
        ticket: 'javascript:x',
      },
    })
    const [bo] = await test.rows<{ id: string }>(`select id from users where full_name = 'Bo Unknown'`)
    expect((await reported('N-3'))?.fields).toEqual({ tester: { _id: bo?.id } })
    expect((await verifyHistory(test.database.db)).deviations).toEqual([])
    const before = await test.everything()
    await test.importLines(lines)
    expect(await test.everything()).toEqual(before)
  })
})
