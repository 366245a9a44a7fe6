import { describe, expect, test } from 'vitest'
import { byShortId, offered, originalRefusal, typedId } from './original.ts'

const original = (last: string) => ({
  _id: `65f0000000000000${last}`,
  key: `BUG-${Number(last.slice(-2))}`,
  product: { _id: '65f000000000000000000000', key: 'BUG', name: 'Bugs' },
  title: last,
  isClosed: false,
})

describe('the originals on offer', () => {
  test('leave the bug itself out and are few', () => {
    const found = ['00000001', '00000002', '00000003', '00000004', '00000005', '00000006', '00000007'].map(original)
    expect(offered(found, original('00000002')._id).map(({ title }) => title)).toEqual([
      '00000001',
      '00000003',
      '00000004',
      '00000005',
      '00000006',
    ])
  })
})

describe('a typed text', () => {
  test('is a whole id in either case and with space around it', () => {
    expect(typedId(' 65F0000000000000ABCDEF01 ')).toBe('65f0000000000000abcdef01')
    for (const text of ['', 'abcdef01', '65f0000000000000abcdef0', '65f0000000000000abcdef0g', 'a lamp']) {
      expect(typedId(text)).toBeUndefined()
    }
  })

  test('means the one bug with that short id or key', () => {
    const found = [original('abcdef01'), original('abcdef02')]
    expect(byShortId(' ABCDEF02', found)).toBe(found[1])
    expect(byShortId('bug-1 ', found)).toBe(found[0])
    expect(byShortId('abcdef0', found)).toBeUndefined()
    expect(byShortId('', found)).toBeUndefined()
    expect(
      byShortId('abcdef01', [...found, { ...original('abcdef01'), _id: 'ffffffffffffffffabcdef01' }]),
    ).toBeUndefined()
  })
})

test('a refusal reads as a sentence about the original', () => {
  expect(originalRefusal('duplicateOf must be another bug.')).toBe('The original must be another bug.')
  expect(originalRefusal('title must not be empty')).toBe('title must not be empty')
})
