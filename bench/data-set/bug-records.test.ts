import { generatedReports } from '#bench/reports/generated-reports.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { maxTitleLength } from '#shared/bugs/words.ts'
import { expect, test } from 'vitest'
import { bugRecords } from './bug-records.ts'

const make = (count: number) => [...bugRecords(generatedReports('seed'), count, 'seed')]

test('the same seed gives the same bugs', () => {
  expect(make(50)).toEqual(make(50))
})

test('ids and dates are distinct, and ascend together', () => {
  const bugs = make(500)
  const dates = bugs.map((bug) => bug.createdOn.getTime())
  expect(new Set(dates).size).toBe(500)
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  expect(new Set(bugs.map((bug) => bug.id)).size).toBe(500)
})

test('every bug is one that the product could hold', () => {
  for (const bug of make(500)) {
    expect(isRecordId(bug.id)).toBe(true)
    expect(bug.title.length).toBeLessThanOrEqual(maxTitleLength)
    for (const text of [bug.title, bug.description, bug.stepsToReproduce]) expect(text.trim()).not.toBe('')
    expect(bug.isClosed).toBe(['Closed', 'Resolved'].includes(bug.status))
    expect(bug.assignedTo === null).toBe(bug.assignedOn === null)
    expect(bug.duplicateOf === null || bug.classification === 'duplicate').toBe(true)
    for (const comment of bug.comments) expect(comment.createdOn.getTime()).toBeGreaterThan(bug.createdOn.getTime())
  }
})

test('an older bug is the original of a duplicate', () => {
  const bugs = make(500)
  const position = new Map(bugs.map((bug, index) => [bug.id, index]))
  const duplicates = bugs.flatMap((bug, index) => (bug.duplicateOf ? [[index, position.get(bug.duplicateOf)]] : []))
  expect(duplicates.length).toBeGreaterThan(0)
  for (const [own, original] of duplicates) expect(original).toBeLessThan(own ?? 0)
})
