import { generatedReports } from '#bench/reports/generated-reports.ts'
import { indexOf } from '#server/features/search/public.ts'
import { expect, test } from 'vitest'
import { bugRecords } from './bug-records.ts'
import { RememberingIndex } from './remembering-index.ts'

test('bugs are found by what the product would find them by', () => {
  const index = new RememberingIndex()
  const repeated = { ...generatedReports('seed'), comment: () => 'The same words, again and again' }
  for (const source of [generatedReports('seed'), repeated]) {
    for (const bug of bugRecords(source, 40, 'seed')) {
      const { vocabulary, ...found } = index.indexOf(bug)
      const { vocabulary: expected, ...rest } = indexOf(bug, bug.comments)
      expect(found).toEqual(rest)
      expect(new Set(vocabulary)).toEqual(new Set(expected))
    }
  }
})
