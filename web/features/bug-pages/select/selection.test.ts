import { expect, test } from 'vitest'
import { currentSelection, selectAllFound, selectBy, selectMore } from './selection.ts'

test('of all that are found, those of a page and one more are some already', () => {
  selectBy('lamps')
  selectAllFound(300)
  selectMore(['a', 'b'])
  expect(currentSelection()).toMatchObject({ key: 'lamps', total: 300 })
})
