import {
  bugFields,
  type ChoiceField,
  choiceNamed,
  eachField,
  plainNames,
  type PlainValues,
} from '#shared/bugs/fields.ts'
import { type BugStatus, type Classification, classifications, maxTitleLength } from '#shared/bugs/words.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { BadLine, FieldReader, type Note } from './field-reader.ts'
import type { ImportedPerson } from './imported-person.ts'
import { statusOf } from './status-words.ts'

/** Longest description, steps or comment that an import takes, in characters. */
export const maxImportedTextLength = 2_000_000
const maxIdLength = 200
const maxWordLength = 255
/** Lists of versions and the like, which are kept but shown nowhere. */
const maxKeptLength = 2_000

export interface ImportedComment {
  readonly author: ImportedPerson | null
  readonly createdOn: Date
  readonly message: string
}

/** One line of an import, checked. */
export interface ImportedBug extends Readonly<PlainValues> {
  readonly externalId: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
  readonly reporter: ImportedPerson | null
  readonly assignee: ImportedPerson | null
  readonly assignedOn: Date | null
  readonly status: BugStatus
  readonly classification: Classification
  /** The external id of the bug that this one repeats. */
  readonly duplicateOf: string | null
  readonly product: string | null
  readonly component: string | null
  readonly comments: readonly ImportedComment[]
  /** Words of the old tracker as it wrote them. */
  readonly kept: EventPayloads['bug-reported']['imported']
  readonly notes: readonly Note[]
}

/**
 * Reads one line of JSON.
 * @param now dates may be at most a day later
 * @throws BadLine naming the first field that can't be imported
 */
export function readImportLine(line: string, now: Date): ImportedBug {
  const notes: Note[] = []
  const fields = new FieldReader(parsed(line), '', notes)
  const externalId = fields.word('id', maxIdLength) ?? fields.refuse('id', 'must not be empty')
  const title = fields.filledText('title', maxTitleLength)
  const createdOn = fields.moment('created', now)
  const assignee = fields.person('assignee')
  const duplicateOf = fields.word('duplicateOf', maxIdLength)
  return {
    externalId,
    title,
    description: fields.text('description', maxImportedTextLength),
    stepsToReproduce: fields.text('stepsToReproduce', maxImportedTextLength),
    createdOn,
    reporter: fields.person('reporter'),
    assignee,
    assignedOn: assignee && (fields.optionalMoment('assignedOn', now) ?? createdOn),
    status: readStatus(fields),
    classification: readClassification(fields, duplicateOf),
    duplicateOf,
    product: fields.word('product', maxWordLength),
    component: fields.word('component', maxWordLength),
    comments: fields.records('comments').map((comment) => ({
      author: comment.person('author'),
      createdOn: comment.moment('created', now),
      message: comment.filledText('message', maxImportedTextLength),
    })),
    ...readPlainFields(fields),
    kept: readKept(fields),
    notes,
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BadLine('', 'is not valid JSON')
  }
}

function readStatus(fields: FieldReader): BugStatus {
  const word = fields.word('status', maxWordLength) ?? ''
  return statusOf(word) ?? fields.refuse('status', `‘${word}’ is not known; use Open, In Progress, Closed or Resolved`)
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
    const meant = field.values.find((value) => field.importedWords?.[value]?.includes(word)) ?? word
    const known = choiceNamed(name, meant)
    if (known === undefined) fields.note(name, `‘${word}’ is not known; the bug has ${field.initial}`)
    return known ?? field.initial
  }) as PlainValues
}

function readKept(fields: FieldReader): ImportedBug['kept'] {
  const kept: Record<string, string> = {}
  for (const name of ['status', 'resolution', ...plainNames, 'type', 'version']) {
    const word = fields.word(name, maxKeptLength)
    if (word !== null) kept[name] = word
  }
  const labels = fields.words('labels', maxWordLength)
  return { ...kept, ...(labels.length > 0 && { labels }) }
}
