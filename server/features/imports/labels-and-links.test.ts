import { verifyHistory } from '#server/features/history/public.ts'
import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
})
afterEach(() => test.drop())

const deviations = async () => (await verifyHistory(test.database.db)).deviations
const labelsOf = async (id: string) =>
  (
    await test.rows<{ name: string }>(
      `select l.name from bugs b join bug_labels bl on bl.bug_id = b.id join labels l on l.id = bl.label_id
        where b.external_id = $1 order by lower(l.name)`,
      [id],
    )
  ).map(({ name }) => name)
const links = async () =>
  (
    await test.rows<{ text: string }>(
      `select b.external_id || ' ' || l.kind || ' ' || o.external_id as text
        from bug_links l join bugs b on b.id = l.bug_id join bugs o on o.id = l.other_id order by 1`,
    )
  ).map(({ text }) => text)

describe('an import', () => {
  it('gives bugs real labels, which are the same whatever their case', async () => {
    const lines = [line('N-1', { labels: ['UI', 'crash'] }), line('N-2', { labels: ['ui', 'Größe'] }), line('N-3')]
    await test.importLines(lines)
    expect([await labelsOf('N-1'), await labelsOf('N-2'), await labelsOf('N-3')]).toEqual([
      ['crash', 'UI'],
      ['Größe', 'UI'],
      [],
    ])
    expect(await deviations()).toEqual([])
    const before = await test.everything()
    await test.importLines(lines)
    expect(await test.everything()).toEqual(before)
  })

  it('gives bugs components and versions of the product, which are the same whatever their case', async () => {
    const lines = [
      line('P-1', { component: 'Wings', foundVersion: '1.0', fixedVersion: '1.0' }),
      line('P-2', { component: ' wings', foundVersion: 'x'.repeat(150) }),
      line('P-3', { component: null, version: '1.0, 2.0' }),
    ]
    await test.importLines(lines)
    const parts = `select c.name as component, found.name as found, fixed.name as fixed from bugs b
      left join components c on c.id = b.component_id left join versions found on found.id = b.found_version_id
      left join versions fixed on fixed.id = b.fixed_version_id where b.external_id like 'P-%' order by b.external_id`
    expect(await test.rows(parts)).toEqual([
      { component: 'Wings', found: '1.0', fixed: '1.0' },
      { component: 'Wings', found: 'x'.repeat(100), fixed: null },
      { component: null, found: null, fixed: null },
    ])
    expect(await deviations()).toEqual([])
    const before = await test.everything()
    await test.importLines(lines)
    expect(await test.everything()).toEqual(before)
  })

  it('links bugs whatever the order of their lines, and again changes nothing', async () => {
    const lines = [
      line('N-1', {
        links: [
          { kind: 'blocks', id: 'N-2' },
          { kind: 'parent', id: 'N-3' },
          { kind: 'relates', id: 'gone' },
        ],
      }),
      line('N-2', {
        links: [
          { kind: 'is blocked by', id: 'N-1' },
          { kind: 'causes', id: 'N-1' },
        ],
      }),
      line('N-3', {
        links: [
          { kind: 'relates', id: 'N-2' },
          { kind: 'relates', id: 'N-3' },
          { kind: 'parent', id: 'N-1' },
        ],
      }),
    ]
    const run = await test.importLines(lines)
    expect(run.links).toEqual({ linked: 3, missing: 1, circles: 2 })
    expect(run.findings).toEqual(['2 note links[1].kind ‘causes’ is not known; the link was left out'])
    const made = await links()
    expect(made.filter((text) => !text.includes('parent')).map((text) => text.split(' ').toSorted())).toEqual([
      ['N-1', 'N-2', 'blocks'],
      ['N-2', 'N-3', 'relates-to'],
    ])
    expect(made.filter((text) => text.includes('parent'))).toHaveLength(1)
    expect(await deviations()).toEqual([])
    const before = await test.everything()
    expect((await test.importLines(lines)).links.linked).toBe(0)
    expect(await test.everything()).toEqual(before)
  })

  it('does not link again what somebody has ended', async () => {
    const lines = [line('N-1', { links: [{ kind: 'blocks', id: 'N-2' }] }), line('N-2')]
    await test.importLines(lines)
    await test.database.pool.query('delete from bug_links')
    await test.importLines(lines)
    expect(await links()).toEqual([])
  })

  it('stores many links in several transactions', async () => {
    const ids = Array.from({ length: 70 }, (_, index) => `N-${index}`)
    const lines = ids.map((id, index) =>
      line(id, { links: ids.slice(0, index).map((other) => ({ kind: 'blocks', id: other })) }),
    )
    expect((await test.importLines(lines)).links).toEqual({ linked: (70 * 69) / 2, missing: 0, circles: 0 })
    expect(await test.rows('select count(distinct xmin::text)::integer as n from bug_links')).toEqual([{ n: 2 }])
    expect(await deviations()).toEqual([])
  })

  it('adds comments to bugs that are there while nobody else links bugs', async () => {
    const comment = (id: string) => ({ id, message: `Comment ${id}`, created: '2024-03-01T11:00:00Z' })
    await test.importLines([line('N-1', { comments: [comment('1')] })])
    const client = await test.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtext('duplicate links'))`)
      const again = test.importLines([line('N-1', { comments: [comment('1'), comment('2')] })])
      const waiting = async () =>
        (
          await client.query(`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)
        ).rowCount
      await expect.poll(waiting, { interval: 20 }).toBe(1)
      // It holds no bug meanwhile.
      await client.query(`select from bugs for update nowait`)
      await client.query('commit')
      expect(await again).toMatchObject({ continued: 1, comments: 1 })
    } finally {
      client.release(true)
    }
  })
})
