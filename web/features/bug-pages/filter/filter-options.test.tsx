import { expect, test } from 'vitest'
import type { CustomField } from '#shared/custom-fields/custom-field.ts'
import { draftOf, type FilterDraft } from './filter-draft.ts'
import { filterOptions, type Known, nameIn } from './filter-options.tsx'

const field = (key: string, name: string, rest: Pick<CustomField, 'kind' | 'choices'>): CustomField => ({
  _id: '0123456789abcdef01234567',
  product: { _id: '0123456789abcdef01234567', key: 'BUG', name: 'Lighthouse' },
  key,
  name,
  help: '',
  required: 'never',
  isRetired: false,
  ...rest,
})

const zita = { _id: '0123456789abcdef01234567', fullName: 'Zita Lens' }
const known: Known = {
  labels: [{ _id: '0123456789abcdef01234567', name: 'good first bug', description: '', tone: 'green' }],
  parts: { component: ['Lens'] },
  products: [{ _id: '0123456789abcdef01234567', key: 'LAMP', name: 'Lighthouse', icon: '', isArchived: false }],
  fields: [
    field('browser', 'Browser', { kind: 'choice', choices: ['Firefox', 'Edge'] }),
    field('tester', 'Tester', { kind: 'person', choices: [] }),
  ],
  people: [],
}

/** @param people those whom the server found */
const found = (typed: string, draft: Partial<FilterDraft> = {}, people: Known['people'] = []) =>
  filterOptions({ ...draftOf({}), ...draft }, typed, { ...known, people }).flatMap(({ items }) => items)
const words = (typed: string, people: Known['people'] = []) => found(typed, {}, people).map((one) => one.words)

test('what is typed is the beginnings of words, in any order', () => {
  expect(words('urg')).toEqual(['Priority: urgent'])
  expect(words('priority:urg')).toEqual(['Priority: urgent'])
  expect(words('prio: urg')).toEqual(['Priority: urgent'])
  expect(words('high prio')).toEqual(['Priority: high'])
  expect(words('open o')).toEqual(['Open only', 'Status: Open'])
  expect(words('lens')).toEqual(['Component: Lens'])
  expect(words('lamp')).toEqual(['Product: Lighthouse'])
  expect(words('fire')).toEqual(['Browser: Firefox'])
  expect(words('first')).toEqual(['Label: good first bug'])
  expect(words('version')).toEqual([])
  expect(words('rgent')).toEqual([])
})

test('people whom the server found come last, whatever of them is as typed', () => {
  expect(words('lens', [zita])).toEqual([
    'Component: Lens',
    'Assigned to Zita Lens',
    'Reported by Zita Lens',
    'Tester: Zita Lens',
  ])
  expect(words('zita@example.com', [zita])).toContain('Assigned to Zita Lens')
  expect(words('reported zi', [zita])).toEqual(['Reported by Zita Lens'])
  expect(words('tester zi', [zita])).toEqual(['Tester: Zita Lens'])
  const twice = found('zita', {}, [zita, { ...zita, _id: 'fedcba9876543210fedcba98' }])
  expect(twice.map(({ hint }) => hint)).toEqual(['01234567', 'fedcba98', '01234567', 'fedcba98', undefined])
  expect(new Set(twice.map(({ key }) => key)).size).toBe(5)
})

test('each kind is there before anything is typed', () => {
  expect(new Set(words('').map((one) => one.split(/:| to | by /)[0]))).toEqual(
    new Set([
      'Open only',
      'Closed only',
      'Status',
      'Classification',
      'Priority',
      'Severity',
      'Assigned',
      'Unassigned',
      'Reported',
      'Product',
      'Label',
      'Component',
      'Browser',
      'Tester',
    ]),
  )
})

test('a filter sets its part of the panel, and says whether it is set', () => {
  const [firefox] = found('firefox', { fields: 'field.browser:Edge field.tester:@me' })
  expect(firefox).toMatchObject({ part: { fields: 'field.browser:Firefox field.tester:@me' }, isCurrent: false })
  const [again] = found('firefox', { fields: 'field.browser:Firefox' })
  expect(again?.isCurrent).toBe(true)
  expect(found('lighthouse', { fields: 'field.browser:Edge', sortBy: 'field.browser' })[0]?.part).toEqual({
    ...{ product: 'LAMP', fields: '', sortBy: 'createdOn', sortByInvert: false },
  })
  expect(found('lighthouse', { product: 'LAMP' })[0]?.isCurrent).toBe(true)
  expect(found('unassigned')[0]?.part).toEqual({ assignee: 'none' })
})

test('a name is what follows the words of the filters by people', () => {
  expect(
    ['zi', 'assigned to zi', 'Assigned: zi', 'reported by  zi', 'tester zi', 'reported', 'assignedly'].map((typed) =>
      nameIn(typed, known.fields),
    ),
  ).toEqual(['zi', 'zi', 'zi', 'zi', 'zi', '', 'assignedly'])
})
