import { expect, test } from 'vitest'
import { notFound, playSet } from './play-set.ts'
import type { RecordedReport } from './read-set.ts'

const report = (n: number, more: Partial<RecordedReport>): RecordedReport => ({
  ...{ n, title: `one two three four five ${n}`, description: 'text', product: '', component: '' },
  ...{ day: n, bucket: n, dup: false, split: 'test' },
  ...more,
})

test('each duplicate of the split is a query before it is added', async () => {
  const happened: string[] = []
  const reports = [
    report(1, { split: 'train' }),
    report(2, { split: 'train', bucket: 1, dup: true }),
    report(3, { bucket: 1, dup: true }),
  ]
  await playSet(
    { name: 'set', reports },
    'test',
    ({ query }) => void happened.push(query('words4').title),
    ({ n }) => void happened.push(`added ${n}`),
  )
  expect(happened).toEqual(['added 1', 'added 2', 'one two three four', 'added 3'])
})

test('groups without a report in a year are out, and the right one there is a miss', async () => {
  const places: number[] = []
  const reports = [
    report(1, { day: 0 }),
    report(2, { day: 100 }),
    report(3, { day: 366, bucket: 2, dup: true }),
    report(4, { day: 366, bucket: 1, dup: true }),
    report(5, { day: 367, bucket: 1, dup: true }),
  ]
  await playSet(
    { name: 'set', reports },
    'test',
    ({ placeIn }) => void places.push(placeIn(['1', '2'])),
    () => {},
  )
  expect(places).toEqual([1, notFound, 1])
})
