import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
})
afterEach(() => test.drop())

describe('duplicates in an import', () => {
  it('are linked whatever the order of the lines', async () => {
    const run = await test.importLines([
      line('a', { duplicateOf: 'b' }),
      line('b'),
      line('c', { duplicateOf: 'b' }),
      line('d', { duplicateOf: 'c' }),
    ])
    expect(run).toMatchObject({ linked: 3, missing: 0, circles: 0 })
    expect(await test.linked()).toEqual({ a: 'b', c: 'b', d: 'c' })
  })

  it('stay without a link when the original is unknown, until it is imported', async () => {
    const lines = [line('a', { duplicateOf: 'z' })]
    expect(await test.importLines(lines)).toMatchObject({ linked: 0, missing: 1 })
    expect(await test.bug('a')).toMatchObject({ classification: 'duplicate', duplicate_of: null })
    await test.importLines([line('z')])
    expect(await test.importLines(lines)).toMatchObject({ alreadyThere: 1, linked: 1, missing: 0 })
    expect(await test.linked()).toEqual({ a: 'z' })
  })

  it('stay without a link to themselves, and where they would close a circle', async () => {
    const run = await test.importLines([
      line('self', { duplicateOf: 'self' }),
      line('young', { duplicateOf: 'old', created: '2024-05-01' }),
      line('old', { duplicateOf: 'young', created: '2024-04-01' }),
    ])
    expect(run).toMatchObject({ imported: 3, linked: 1, circles: 2, bad: 0 })
    expect(await test.linked()).toEqual({ young: 'old' })
    expect(await test.rows(`select distinct classification from bugs`)).toEqual([{ classification: 'duplicate' }])
  })

  it('find originals of earlier imports, and see circles through them', async () => {
    await test.importLines([line('a'), line('b', { duplicateOf: 'a' })])
    await test.importLines([line('c', { duplicateOf: 'b' })])
    expect(await test.linked()).toEqual({ b: 'a', c: 'b' })
  })

  it('find a bare number in their own product only', async () => {
    await test.importLines([line('1', { product: 'rust' }), line('X-1', { product: 'rust' })])
    const run = await test.importLines([
      line('2', { product: 'cargo', duplicateOf: '1' }),
      line('3', { product: 'rust', duplicateOf: '1' }),
      line('4', { product: 'cargo', duplicateOf: 'X-1' }),
    ])
    expect(run).toMatchObject({ linked: 2, missing: 1 })
    expect(await test.linked()).toEqual({ 3: '1', 4: 'X-1' })
  })

  it('are not linked again once somebody took the link away', async () => {
    const lines = [line('a'), line('b', { duplicateOf: 'a' })]
    await test.importLines(lines)
    await test.database.pool.query('update bugs set duplicate_of = null')
    expect(await test.importLines(lines)).toMatchObject({ linked: 0, missing: 0 })
    expect(await test.linked()).toEqual({})
  })
})
