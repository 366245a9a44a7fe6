import { describe, expect, it } from 'vitest'
import { BadLine } from './field-reader.ts'
import { type ImportedBug, readImportLine } from './import-line.ts'

const now = new Date('2026-06-01T12:00:00Z')
const least = { id: 'A-1', title: 'A title', created: '2026-01-02T03:04:05Z' }
const read = (fields: object) => readImportLine(JSON.stringify({ ...least, ...fields }), now) as ImportedBug

function problemOf(line: string): { field: string; why: string } {
  try {
    readImportLine(line, now)
  } catch (error) {
    if (error instanceof BadLine) return { field: error.field, why: error.message }
    throw error
  }
  throw new Error('the line was accepted')
}

describe('a line of an import', () => {
  it('needs no more than an id, a title and a date', () => {
    expect(readImportLine(JSON.stringify(least), now)).toEqual({
      externalId: 'A-1',
      number: null,
      productKey: null,
      title: 'A title',
      description: '',
      stepsToReproduce: '',
      createdOn: new Date('2026-01-02T03:04:05Z'),
      reporter: null,
      assignee: null,
      assignedOn: null,
      status: 'Open',
      closedOn: null,
      closedBy: null,
      followers: [],
      files: [],
      classification: 'unclassified',
      duplicateOf: null,
      product: null,
      labels: [],
      parts: { component: null, foundVersion: null, fixedVersion: null },
      versions: [],
      links: [],
      comments: [],
      internalComments: [],
      customFields: {},
      isPrivate: false,
      priority: 'none',
      severity: 'none',
      kept: {},
      notes: [],
    })
  })

  it.each([
    ['Low', 'low'],
    ['Critical', 'urgent'],
    ['p2', 'high'],
    ['--', 'none'],
    ['', 'none'],
  ])('reads the priority %s of other trackers as %s', (word, priority) => {
    expect(read({ priority: word })).toMatchObject({ priority, notes: [] })
  })

  it.each([
    ['Blocker', 'critical'],
    ['normal', 'normal'],
    ['enhancement', 'none'],
    ['S2', 'major'],
  ])('reads the severity %s of other trackers as %s', (word, severity) => {
    expect(read({ severity: word })).toMatchObject({ severity, priority: 'none', notes: [] })
  })

  it('takes a priority that is not known as none, with a note, and keeps its word', () => {
    expect(read({ priority: 'someday' })).toMatchObject({
      isPrivate: false,
      priority: 'none',
      kept: { priority: 'someday' },
      notes: [{ field: 'priority', what: '‘someday’ is not known; the bug has none' }],
    })
  })

  it('reads labels, each once whatever its case, cut where they are too long', () => {
    expect(read({ labels: ['UI', ' regression', 'ui', null] })).toMatchObject({
      labels: ['UI', 'regression'],
      notes: [],
    })
    const bug = read({ labels: ['x'.repeat(150)] })
    expect(bug).toMatchObject({ labels: ['x'.repeat(100)], kept: { labels: ['x'.repeat(150)] } })
    expect(bug.notes).toMatchObject([{ field: 'labels' }])
  })

  it('takes null and the empty text as missing', () => {
    const empty = { description: null, product: '', component: ' ', status: '', duplicateOf: null, resolution: '' }
    expect(read({ ...empty, reporter: '', assignee: null, comments: null, labels: null })).toEqual(read({}))
  })

  it('reads every field', () => {
    const bug = read({
      id: 17,
      description: ' kept as written \n',
      stepsToReproduce: '1. Look',
      product: ' Notes ',
      component: 'Editor',
      status: 'VERIFIED',
      resolution: 'Fixed',
      priority: 'P1',
      type: 'Bug',
      version: 2.5,
      labels: ['a', '', 'b'],
      classification: 'Approved',
      reporter: 'Ada Lovelace',
      assignee: { name: 'Bob', email: 'bob@example.org' },
      assignedOn: '2026-02-01',
      comments: [{ author: { email: 'cleo@example.org' }, created: '2026-03-01', message: 'Seen.' }],
    })
    expect(bug).toMatchObject({
      externalId: '17',
      description: ' kept as written \n',
      stepsToReproduce: '1. Look',
      product: 'Notes',
      parts: { component: 'Editor', foundVersion: null, fixedVersion: null },
      status: 'Closed',
      classification: 'approved',
      reporter: { fullName: 'Ada Lovelace', email: null },
      assignee: { fullName: 'Bob', email: 'bob@example.org' },
      assignedOn: new Date('2026-02-01'),
      comments: [{ author: { fullName: 'cleo' }, createdOn: new Date('2026-03-01'), message: 'Seen.' }],
      kept: {
        status: 'VERIFIED',
        resolution: 'Fixed',
        priority: 'P1',
        type: 'Bug',
        version: '2.5',
        component: 'Editor',
        labels: ['a', 'b'],
      },
      notes: [],
    })
  })

  it('is assigned on the day it was reported when the file says no other', () => {
    expect(read({ assignee: 'Bob' }).assignedOn).toEqual(new Date(least.created))
    expect(read({ assignedOn: '2026-02-01' }).assignedOn).toBeNull()
  })

  it('was closed when and by whom it says, if it is', () => {
    const closing = { closedOn: '2026-02-01', closedBy: 'Bob' }
    expect(read({ ...closing, status: 'Verified' })).toMatchObject({
      closedOn: new Date('2026-02-01'),
      closedBy: { fullName: 'Bob' },
      notes: [],
    })
    const open = read({ ...closing, status: 'New' })
    expect([open.closedOn, open.closedBy, open.notes]).toEqual([
      null,
      null,
      [{ field: 'closedOn', what: 'was left out, because the bug is open' }],
    ])
  })

  it('names each follower and each file once', () => {
    const files = [{ id: 7, name: 'moth.png', file: 'abc' }]
    const bug = read({ followers: ['Bob', { name: 'bob' }, 'Cleo'], files })
    expect(bug.followers.map(({ fullName }) => fullName)).toEqual(['bob', 'Cleo'])
    expect(bug.files).toEqual([
      { externalId: '7', name: 'moth.png', author: null, createdOn: new Date(least.created), file: 'abc' },
    ])
    expect(() => read({ files: [...files, ...files] })).toThrow('used by a file before')
  })

  it.each(['../moth.png', '/etc/passwd', 'a\\b', '..'])('names no file outside of its folder: %s', (file) => {
    expect(() => read({ files: [{ id: 1, name: 'moth', file }] })).toThrow('without a folder')
  })

  it.each([
    [{ duplicateOf: 'A-0' }, 'duplicate'],
    [{ duplicateOf: 5, classification: 'approved' }, 'duplicate'],
    [{ resolution: 'DUPLICATE' }, 'duplicate'],
    [{ resolution: 'Duplicate', classification: 'unapproved' }, 'duplicate'],
    [{ resolution: 'Fixed', classification: 'unapproved' }, 'unapproved'],
    [{ resolution: 'Fixed' }, 'unclassified'],
  ])('with %j is %s', (fields, classification) => {
    expect(read(fields).classification).toBe(classification)
  })

  it('is unclassified, with a note, when its classification is unknown', () => {
    const bug = read({ classification: 'spam' })
    expect(bug.classification).toBe('unclassified')
    expect(bug.notes).toEqual([{ field: 'classification', what: '‘spam’ is not known; the bug is unclassified' }])
  })

  it('keeps what can’t be stored as U+FFFD, with a note', () => {
    const bug = readImportLine(
      String.raw`{"id":"A","title":"a\u0000b","description":"c\ud800d","created":"2026-01-01"}`,
      now,
    )
    expect(bug).toMatchObject({ title: 'a\ufffdb', description: 'c\ufffdd' })
    expect(bug.notes.map((note) => note.field)).toEqual(['title', 'description'])
  })

  it('takes texts of two million characters and a title of 255', () => {
    const long = 'x'.repeat(2_000_000)
    const bug = read({
      title: 'y'.repeat(255),
      description: long,
      comments: [{ created: '2026-01-03', message: long }],
    })
    expect(bug.description).toHaveLength(2_000_000)
  })

  it('may be dated a day after now', () => {
    expect(read({ created: '2026-06-02T12:00:00Z' }).createdOn).toEqual(new Date('2026-06-02T12:00:00Z'))
  })

  it.each([
    ['not json', '', 'is not valid JSON'],
    ['{"id": "A"', '', 'is not valid JSON'],
    ['[]', '', 'is not a JSON object'],
    ['null', '', 'is not a JSON object'],
    ['"text"', '', 'is not a JSON object'],
  ])('is bad when it is %s', (line, field, why) => {
    expect(problemOf(line)).toEqual({ field, why })
  })

  it.each([
    [{ id: undefined }, 'id', 'must not be empty'],
    [{ id: ' ' }, 'id', 'must not be empty'],
    [{ id: {} }, 'id', 'must be text'],
    [{ id: 'x'.repeat(201) }, 'id', 'must be at most 200 characters'],
    [{ title: undefined }, 'title', 'must not be empty'],
    [{ title: ' \n' }, 'title', 'must not be empty'],
    [{ title: 7 }, 'title', 'must be text'],
    [{ title: 'x'.repeat(256) }, 'title', 'must be at most 255 characters'],
    [{ description: ['a'] }, 'description', 'must be text'],
    [{ description: 'x'.repeat(2_000_001) }, 'description', 'must be at most 2,000,000 characters'],
    [{ created: undefined }, 'created', 'must not be empty'],
    [{ created: 'soon' }, 'created', 'must be an ISO 8601 date such as 2024-05-31T14:30:00Z'],
    [{ created: '1969-12-31T23:59:59Z' }, 'created', 'must not be before 1970'],
    [{ created: '2026-06-02T12:00:01Z' }, 'created', 'must not be in the future'],
    [{ status: 'Lost' }, 'status', '‘Lost’ is not known; use Open, In Progress, Closed or Resolved'],
    [{ product: 'x'.repeat(256) }, 'product', 'must be at most 255 characters'],
    [{ labels: 'a' }, 'labels', 'must be a list'],
    [{ labels: ['a', {}] }, 'labels[1]', 'must be text'],
    [{ reporter: 7 }, 'reporter', 'must be a name or an object with name and email'],
    [{ reporter: { name: 'x'.repeat(201) } }, 'reporter.name', 'must be at most 200 characters'],
    [{ assignee: ['Bob'] }, 'assignee', 'must be a name or an object with name and email'],
    [{ comments: {} }, 'comments', 'must be a list'],
    [{ comments: ['Seen.'] }, 'comments[0]', 'is not a JSON object'],
    [{ comments: [{ message: 'Seen.' }] }, 'comments[0].created', 'must not be empty'],
    [{ comments: [{ created: '2026-01-03', message: ' ' }] }, 'comments[0].message', 'must not be empty'],
    [
      { comments: [{ created: '2026-01-03', message: 'x', author: 1 }] },
      'comments[0].author',
      'must be a name or an object with name and email',
    ],
  ])('is bad with %j', (fields, field, why) => {
    expect(problemOf(JSON.stringify({ ...least, ...fields }))).toEqual({ field, why })
  })
})
