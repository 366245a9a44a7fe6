import { expect, it } from 'vitest'
import { PendingChanges } from './pending-changes.ts'

/** Returns whether a promise has resolved, once everything that could resolve it has run. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
  const open = Symbol('open')
  await new Promise(setImmediate)
  return (await Promise.race([promise, Promise.resolve(open)])) !== open
}

it('gives each id once, the oldest note first', () => {
  const changes = new PendingChanges()
  changes.note(['a', 'b'])
  changes.note(['c', 'a'])
  expect(changes.size).toBe(3)
  expect(changes.take(2)).toEqual(['a', 'b'])
  changes.done()
  expect(changes.take(2)).toEqual(['c'])
  changes.done()
  expect(changes.take(2)).toEqual([])
})

it('gives an id again that is noted while it is being read', async () => {
  const changes = new PendingChanges()
  changes.note(['a'])
  changes.take(10)
  const before = changes.settled()
  changes.note(['a'])
  const after = changes.settled()
  changes.done()
  expect(await hasResolved(before)).toBe(true)
  expect(await hasResolved(after)).toBe(false)
  expect(changes.take(10)).toEqual(['a'])
  changes.done()
  expect(await hasResolved(after)).toBe(true)
})

it('settles when everything that was noted before has been read, whatever comes later', async () => {
  const changes = new PendingChanges()
  expect(await hasResolved(changes.settled())).toBe(true)
  changes.note(['a', 'b'])
  const settled = changes.settled()
  changes.take(1)
  changes.note(['c'])
  changes.done()
  expect(await hasResolved(settled)).toBe(false)
  expect(changes.take(1)).toEqual(['b'])
  changes.done()
  expect(await hasResolved(settled)).toBe(true)
  expect(changes.size).toBe(1)
})

it('gives what could not be read once more, first', async () => {
  const changes = new PendingChanges()
  changes.note(['a', 'b'])
  changes.take(1)
  changes.note(['a', 'c'])
  const settled = changes.settled()
  changes.failed()
  expect(await hasResolved(settled)).toBe(false)
  expect(changes.take(1)).toEqual(['a'])
  changes.done()
  expect(changes.take(10)).toEqual(['b', 'c'])
  changes.done()
  expect(await hasResolved(settled)).toBe(true)
})
