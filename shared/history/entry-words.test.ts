import { expect, test } from 'vitest'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { entrySentence } from './entry-words.ts'

const ann = { _id: 'a', fullName: 'Ann Ash' }
const ben = { _id: 'b', fullName: 'Ben Birch' }

function entry(more: Partial<TimelineEntry>): TimelineEntry {
  return { _id: '7', kind: 'reported', at: '', by: ann, changes: [], abilities: { undo: false }, ...more }
}

const change = (field: TimelineEntry['changes'][number]['field'], from?: string, to?: string) => ({
  field,
  from: from === undefined ? undefined : { text: from, _id: 'x' },
  to: to === undefined ? undefined : { text: to, _id: 'x' },
  isApart: false,
})

const about = { commentId: 'c', user: ben, isDeleted: false }

test.each<[sentence: string, entry: Partial<TimelineEntry>]>([
  ['Ann Ash reported this bug', {}],
  ['Ann Ash entered this bug for Rosa Moreau', { reporter: { _id: 'r', fullName: 'Rosa Moreau' } }],
  [
    'Ann Ash changed the status from Open to Closed',
    { kind: 'status-changed', changes: [change('status', 'Open', 'Closed')] },
  ],
  [
    'Ann Ash changed the title, the description and the steps to reproduce',
    { kind: 'edited', changes: [change('title', 'a', 'b'), change('description'), change('stepsToReproduce')] },
  ],
  ['Ann Ash assigned Ben Birch', { kind: 'assigned', changes: [change('assignee', undefined, 'Ben Birch')] }],
  ['Ann Ash unassigned Ben Birch', { kind: 'assigned', changes: [change('assignee', 'Ben Birch')] }],
  [
    'Ann Ash changed the assignee from Ben Birch to Cleo Cole',
    { kind: 'assigned', changes: [change('assignee', 'Ben Birch', 'Cleo Cole')] },
  ],
  [
    'Ann Ash changed the priority from low to high',
    { kind: 'fields-changed', changes: [change('priority', 'low', 'high')] },
  ],
  [
    'Ann Ash changed the classification from x to y, the priority from low to high and the status from a to b',
    {
      kind: 'fields-changed',
      changes: [change('classification', 'x', 'y'), change('priority', 'low', 'high'), change('status', 'a', 'b')],
    },
  ],
  [
    'Ann Ash changed the priority from low to high, removed the label ui, added the labels a and b',
    {
      kind: 'fields-changed',
      changes: [
        change('priority', 'low', 'high'),
        change('labels', 'ui', undefined),
        change('labels', undefined, 'a'),
        change('labels', undefined, 'b'),
      ],
    },
  ],
  [
    'Ann Ash took back a change of the priority: from high to low',
    { kind: 'fields-changed', undoes: '6', changes: [change('priority', 'high', 'low')] },
  ],
  [
    'Ann Ash took back a change of the classification and the priority',
    {
      kind: 'fields-changed',
      undoes: '6',
      changes: [change('classification', 'x', 'y'), change('priority', 'high', 'low')],
    },
  ],
  [
    'Ann Ash changed the classification from approved to duplicate and marked this bug as a duplicate of Lamp',
    {
      kind: 'classified',
      changes: [change('classification', 'approved', 'duplicate'), change('duplicateOf', undefined, 'Lamp')],
    },
  ],
  [
    'Ann Ash removed the link to the original Lamp',
    { kind: 'duplicate-linked', changes: [change('duplicateOf', 'Lamp')] },
  ],
  [
    'Ann Ash merged this bug into Lamp and closed it',
    {
      kind: 'merged',
      changes: [
        change('classification', 'approved', 'duplicate'),
        change('duplicateOf', undefined, 'Lamp'),
        change('status', 'Open', 'Closed'),
      ],
    },
  ],
  ['Ann Ash merged this bug into Lamp', { kind: 'merged', changes: [change('duplicateOf', undefined, 'Lamp')] }],
  ['Ann Ash merged this bug into another bug', { kind: 'merged' }],
  [
    'Ann Ash took back merging this bug into Lamp',
    { kind: 'merged', undoes: '6', changes: [change('duplicateOf', 'Lamp')] },
  ],
  [
    'Ann Ash marked Bulb as a duplicate of this bug',
    { kind: 'duplicate-added', changes: [change('duplicate', undefined, 'Bulb')] },
  ],
  [
    'Ann Ash took Bulb from the duplicates of this bug',
    { kind: 'duplicate-removed', changes: [change('duplicate', 'Bulb')] },
  ],
  [
    'Ann Ash took back merging this bug into Lamp',
    { kind: 'merged', isMerged: false, changes: [change('duplicateOf', 'Lamp', 'Lamp')] },
  ],
  [
    'Ann Ash merged Bulb into this bug',
    { kind: 'duplicate-added', isMerged: true, changes: [change('duplicate', undefined, 'Bulb')] },
  ],
  [
    'Ann Ash took back merging Bulb into this bug',
    { kind: 'duplicate-removed', isMerged: true, changes: [change('duplicate', 'Bulb')] },
  ],
  ['Ann Ash is affected by this bug too', { kind: 'joined' }],
  ['Ann Ash is not affected by this bug any more', { kind: 'left' }],
  ['Ann Ash deleted the comment by Ben Birch', { kind: 'comment-deleted', about }],
  ['Ben Birch edited their comment', { kind: 'comment-edited', by: ben, about }],
  [
    'Ann Ash took back a change of the status: from Closed to Open',
    { kind: 'status-changed', undoes: '6', changes: [change('status', 'Closed', 'Open')] },
  ],
  ['Ann Ash took back the deletion of the comment by Ben Birch', { kind: 'comment-restored', undoes: '6', about }],
  ['Somebody reported this bug', { by: undefined }],
])('%s', (sentence, more) => {
  expect(entrySentence(entry(more))).toBe(sentence)
})
