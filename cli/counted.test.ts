import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 attached files'],
  [1, '1 attached file'],
  [15_813, '15,813 attached files'],
])('%d is counted as %s', (count, words) => {
  expect(counted(count, 'attached file')).toBe(words)
})

it('has another word for several where it is given', () => {
  expect([counted(1, 'person', 'people'), counted(2, 'person', 'people')]).toEqual(['1 person', '2 people'])
})
