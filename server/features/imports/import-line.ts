import {
  bugFields,
  type ChoiceField,
  eachField,
  partNames,
  type PartValues,
  plainNames,
  type PlainValues,
} from '#shared/bugs/fields.ts'
import { choiceMeant } from '#shared/bugs/imported-words.ts'
import {
  type BugStatus,
  type Classification,
  classifications,
  isClosedStatus,
  maxTitleLength,
} from '#shared/bugs/words.ts'
import { maxPartName } from '#shared/parts/part.ts'
import { labelKey, maxLabelName, maxLabelsOfBug } from '#shared/labels/label.ts'
import { type LinkKind, linkKinds } from '#shared/links/link.ts'
import { readBugKey } from '#shared/products/words.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { BadLine, FieldReader, type Note } from './field-reader.ts'
import type { FieldsInWords } from './imported-fields.ts'
import type { ImportedPerson } from './imported-person.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import { statusOf } from './status-words.ts'

/** Longest description, steps or comment that an import takes, in characters. */
export const maxImportedTextLength = 2_000_000
const maxIdLength = 200
const maxWordLength = 255
/** Lists of versions and the like, which are kept but shown nowhere. */
const maxKeptLength = 2_000

export interface ImportedComment {
  /** What the old tracker knows it by; null: it is known by its place among the bug's comments. */
  readonly externalId: string | null
  readonly author: ImportedPerson | null
  readonly createdOn: Date
  readonly message: string
}

/** A file that the line tells of. */
export interface ImportedFileFacts {
  /** What the old tracker knows it by. */
  readonly externalId: string
  readonly name: string
  readonly author: ImportedPerson | null
  readonly createdOn: Date
  /** The name of its content in the folder of files; null where the line's file came without. */
  readonly file: string | null
}

/** What a line knows of a version that its bug has. */
export interface ImportedVersion {
  readonly name: string
  /** A day. */
  readonly dueOn: string | null
  readonly isReleased: boolean
}

/** Further comments of a bug whose line would have been too long. */
export interface ImportedComments {
  readonly externalId: string
  readonly createdOn: Date
  readonly continues: true
  readonly comments: readonly ImportedComment[]
  readonly notes: readonly Note[]
}

/** One line of an import, checked. */
export interface ImportedBug extends Readonly<PlainValues> {
  readonly externalId: string
  /** The number in its key, which it keeps where that is free. */
  readonly number: number | null
  /** What stands before it, where the key is one as bugs here have them. */
  readonly productKey: string | null
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
  readonly reporter: ImportedPerson | null
  readonly assignee: ImportedPerson | null
  readonly assignedOn: Date | null
  readonly status: BugStatus
  /** When it was closed and by whom; null for an open one, and where the line does not say. */
  readonly closedOn: Date | null
  readonly closedBy: ImportedPerson | null
  readonly followers: readonly ImportedPerson[]
  readonly files: readonly ImportedFileFacts[]
  readonly classification: Classification
  /** The external id of the bug that this one repeats. */
  readonly duplicateOf: string | null
  readonly product: string | null
  /** The names of its component and versions; null for none. */
  readonly parts: Readonly<PartValues>
  /** What those of its versions get that are created. */
  readonly versions: readonly ImportedVersion[]
  /** Names of labels, each once. */
  readonly labels: readonly string[]
  /** What it is to other bugs, by their external ids. */
  readonly links: readonly { readonly kind: LinkKind; readonly id: string }[]
  readonly comments: readonly ImportedComment[]
  /** Those that only holders of canViewInternalComments see. */
  readonly internalComments: readonly ImportedComment[]
  /** Words for the custom fields of the product, by their keys or names. */
  readonly customFields: FieldsInWords
  /** Words of the old tracker as it wrote them. */
  readonly isPrivate: boolean
  readonly kept: EventPayloads['bug-reported']['imported']
  readonly notes: readonly Note[]
}

/**
 * Reads one line of JSON.
 * @param now dates may be at most a day later
 * @throws BadLine naming the first field that can't be imported
 */
export function readImportLine(line: string, now: Date): ImportedBug | ImportedComments {
  const notes: Note[] = []
  const fields = new FieldReader(parsed(line), '', notes)
  const externalId = fields.word('id', maxIdLength) ?? fields.refuse('id', 'must not be empty')
  if (fields.flag('continues')) return readMoreComments(fields, externalId, now, notes)
  return readBug(fields, externalId, now, notes)
}

/** Comments that continue those of an earlier line are known by their ids alone. */
function readMoreComments(fields: FieldReader, externalId: string, now: Date, notes: Note[]): ImportedComments {
  const comments = readComments(fields, 'comments', now)
  const nameless = comments.findIndex((comment) => comment.externalId === null)
  if (nameless >= 0) fields.refuse(`comments[${nameless}].id`, 'must not be empty')
  return { externalId, createdOn: fields.timestamp('created', now), continues: true, comments, notes }
}

function readBug(fields: FieldReader, externalId: string, now: Date, notes: Note[]): ImportedBug {
  const title = fields.filledText('title', maxTitleLength)
  const createdOn = fields.timestamp('created', now)
  const assignee = fields.person('assignee')
  const duplicateOf = fields.word('duplicateOf', maxIdLength)
  const status = readStatus(fields)
  return {
    externalId,
    number: readNumber(fields),
    productKey: readBugKey(fields.word('key', maxIdLength) ?? '')?.productKey ?? null,
    title,
    description: fields.text('description', maxImportedTextLength),
    stepsToReproduce: fields.text('stepsToReproduce', maxImportedTextLength),
    createdOn,
    reporter: fields.person('reporter'),
    assignee,
    assignedOn: assignee && (fields.optionalTimestamp('assignedOn', now) ?? createdOn),
    status,
    ...readClosing(fields, status, now),
    followers: fields.people('followers'),
    files: readFiles(fields, createdOn, now),
    classification: readClassification(fields, duplicateOf),
    duplicateOf,
    product: fields.word('product', maxWordLength),
    parts: eachField(partNames, (name) => readPart(fields, name)) as PartValues,
    versions: readVersions(fields),
    labels: readLabels(fields),
    links: readLinks(fields),
    comments: readComments(fields, 'comments', now),
    internalComments: readComments(fields, 'internalComments', now),
    ...readPlainFields(fields),
    customFields: fields.namedWords('fields', maxKeptLength),
    isPrivate: fields.flag('private'),
    kept: readKept(fields),
    notes,
  }
}

function readComments(fields: FieldReader, name: 'comments' | 'internalComments', now: Date): ImportedComment[] {
  const seen = new Set<string>()
  return fields.records(name).map((comment) => {
    const externalId = comment.word('id', maxIdLength)
    if (externalId !== null && seen.has(externalId)) comment.refuse('id', `‘${externalId}’ is used by a comment before`)
    if (externalId !== null) seen.add(externalId)
    return {
      externalId,
      author: comment.person('author'),
      createdOn: comment.timestamp('created', now),
      message: comment.filledText('message', maxImportedTextLength),
    }
  })
}

/** Returns whether a bad line only continues another one; undefined where that can't be read. */
export function continuesAnother(line: string): boolean | undefined {
  try {
    return (parsed(line) as { continues?: unknown } | null)?.continues === true
  } catch {
    return undefined
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BadLine('', 'is not valid JSON')
  }
}

/** Greater numbers are given up: all up to the greatest one are used up by it. */
const maxKeptNumber = 10_000_000

function readNumber(fields: FieldReader): number | null {
  const key = fields.word('key', maxIdLength)
  if (key === null) return null
  const number = Number(/(?:^|\D)([1-9]\d{0,8})$/.exec(key)?.[1])
  if (number <= maxKeptNumber) return number
  fields.note('key', `‘${key}’ does not end with a number that can be kept; the bug gets the next one`)
  return null
}

function readStatus(fields: FieldReader): BugStatus {
  const word = fields.word('status', maxWordLength) ?? ''
  return statusOf(word) ?? fields.refuse('status', `‘${word}’ is not known; use Open, In Progress, Closed or Resolved`)
}

/** Only a closed bug was closed; what a line says of an open one is left out, with a note. */
function readClosing(fields: FieldReader, status: BugStatus, now: Date): Pick<ImportedBug, 'closedOn' | 'closedBy'> {
  const closing = { closedOn: fields.optionalTimestamp('closedOn', now), closedBy: fields.person('closedBy') }
  if (isClosedStatus(status)) return closing
  if (closing.closedOn ?? closing.closedBy) fields.note('closedOn', 'was left out, because the bug is open')
  return { closedOn: null, closedBy: null }
}

/** Each file once, by its id. */
function readFiles(fields: FieldReader, createdOn: Date, now: Date): ImportedFileFacts[] {
  const seen = new Set<string>()
  return fields.records('files').map((file) => {
    const externalId = file.word('id', maxIdLength) ?? file.refuse('id', 'must not be empty')
    if (seen.has(externalId)) file.refuse('id', `‘${externalId}’ is used by a file before`)
    seen.add(externalId)
    return {
      externalId,
      name: file.word('name', maxKeptLength) ?? file.refuse('name', 'must not be empty'),
      author: file.person('author'),
      createdOn: file.optionalTimestamp('created', now) ?? createdOn,
      file: readFileName(file),
    }
  })
}

/** The name of a file in one folder: a line must not choose what else is read. */
function readFileName(file: FieldReader): string | null {
  const name = file.word('file', maxWordLength)
  if (name !== null && (/[/\\\0]/.test(name) || /^\.{1,2}$/.test(name)))
    file.refuse('file', 'must be the name of a file, without a folder')
  return name
}

function readClassification(fields: FieldReader, duplicateOf: string | null): Classification {
  const given = fields.word('classification', maxWordLength)?.toLowerCase()
  if (duplicateOf || fields.word('resolution', maxWordLength)?.toLowerCase() === 'duplicate') return 'duplicate'
  const known = classifications.find((word) => word === given)
  if (given && !known) fields.note('classification', `‘${given}’ is not known; the bug is unclassified`)
  return known ?? 'unclassified'
}

/** A word that is not known is kept with the history alone: other trackers have values of their own. */
function readPlainFields(fields: FieldReader): PlainValues {
  return eachField(plainNames, (name) => {
    const field: ChoiceField = bugFields[name]
    const word = fields.word(name, maxKeptLength)?.toLowerCase() ?? field.initial
    const known = choiceMeant(name, word)
    if (known === undefined) fields.note(name, `‘${word}’ is not known; the bug has ${field.initial}`)
    return known ?? field.initial
  }) as PlainValues
}

/** A text of so many UTF-16 code units at most, without half a character at its end. */
const cut = (text: string, length: number) =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()

/** A name that is too long is cut, and what is too many left out; the history keeps the words. */
function readLabels(fields: FieldReader): string[] {
  const words = fields.words('labels', maxWordLength)
  const names = words.map((word) => (word.length > maxLabelName ? cut(word, maxLabelName) : word))
  const keys = names.map(labelKey)
  const labels = names.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
  if (words.some((word) => word.length > maxLabelName)) fields.note('labels', `were cut to ${maxLabelName} characters`)
  if (labels.length > maxLabelsOfBug) fields.note('labels', `only the first ${maxLabelsOfBug} were taken`)
  return labels.slice(0, maxLabelsOfBug)
}

/** A name that is too long is cut; the history keeps it whole. */
function readPart(fields: FieldReader, name: (typeof partNames)[number]): string | null {
  const word = fields.word(name, maxKeptLength)
  if (word === null || word.length <= maxPartName) return word
  fields.note(name, `was cut to ${maxPartName} characters`)
  return cut(word, maxPartName)
}

/** The date of a version may lie ahead. */
function readVersions(fields: FieldReader): ImportedVersion[] {
  return fields.records('versions').map((version) => {
    const name = version.word('name', maxKeptLength) ?? version.refuse('name', 'must not be empty')
    const due = version.word('due', maxWordLength)
    const day =
      due === null
        ? null
        : (parseTimestamp(due) ?? version.refuse('due', 'must be an ISO 8601 date such as 2024-05-31'))
    return {
      name: name.length <= maxPartName ? name : cut(name, maxPartName),
      dueOn: day?.toISOString().slice(0, 10) ?? null,
      isReleased: version.flag('released'),
    }
  })
}

/** Other words for what a bug is to another one, as other trackers write them. */
const linkWordsRead: Readonly<Record<string, LinkKind>> = {
  ...Object.fromEntries(linkKinds.map((kind) => [kind, kind])),
  relates: 'relates-to',
  related: 'relates-to',
  'is-blocked-by': 'blocked-by',
  'depends-on': 'blocked-by',
}

/** A link of a kind that is not known is left out, with a note. */
function readLinks(fields: FieldReader): ImportedBug['links'] {
  return fields.records('links').flatMap((link) => {
    const word = link.word('kind', maxWordLength) ?? link.refuse('kind', 'must not be empty')
    const id = link.word('id', maxIdLength) ?? link.refuse('id', 'must not be empty')
    const kind = linkWordsRead[word.toLowerCase().replaceAll(/[\s_]+/g, '-')]
    if (kind === undefined) link.note('kind', `‘${word}’ is not known; the link was left out`)
    return kind === undefined ? [] : [{ kind, id }]
  })
}

function readKept(fields: FieldReader): ImportedBug['kept'] {
  const kept: Record<string, string> = {}
  for (const name of ['status', 'resolution', ...plainNames, 'type', 'version', ...partNames]) {
    const word = fields.word(name, maxKeptLength)
    if (word !== null) kept[name] = word
  }
  const labels = fields.words('labels', maxWordLength)
  return { ...kept, ...(labels.length > 0 && { labels }), ...fields.namedWords('facts', maxKeptLength) }
}
