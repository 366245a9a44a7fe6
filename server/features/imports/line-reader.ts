import { importedRecordId } from '#server/db/record-id.ts'
import { BadLine } from './field-reader.ts'
import { type ImportedBug, readImportLine } from './import-line.ts'
import type { SourceLine } from './source-lines.ts'

/** Told of what was wrong in the file. */
export interface LineWatch {
  /** @param field empty when the whole line is at fault */
  badLine(line: number, field: string, why: string): void
  /** A line was imported, but not exactly as written. */
  note(line: number, field: string, what: string): void
}

/** A checked line and the id its bug has, or gets. */
export interface IdentifiedBug extends ImportedBug {
  readonly id: string
}

/** Reads the lines of one file and keeps of each bug what later lines may ask: its id here and its line. */
export class LineReader {
  readonly #watch: LineWatch
  readonly #now: Date
  readonly #seen = new Map<string, { line: number; id: string }>()
  bad = 0
  noted = 0

  /** @param now dates in the file may be at most a day later */
  constructor(watch: LineWatch, now: Date) {
    this.#watch = watch
    this.#now = now
  }

  /** Lines that could be read. */
  get good(): number {
    return this.#seen.size
  }

  /** @returns undefined for a bad line, after telling of it */
  read(line: SourceLine): IdentifiedBug | undefined {
    try {
      return this.#read(line)
    } catch (error) {
      if (!(error instanceof BadLine)) throw error
      this.bad += 1
      this.#watch.badLine(line.number, error.field, error.message)
      return undefined
    }
  }

  /** The id of the bug that the file calls `externalId`, if the file has it so far. */
  idOf(externalId: string): string | undefined {
    return this.#seen.get(externalId)?.id
  }

  #read(line: SourceLine): IdentifiedBug {
    if (line.text === undefined) throw new BadLine('', 'is too long')
    const bug = readImportLine(line.text, this.#now)
    const earlier = this.#seen.get(bug.externalId)
    if (earlier) throw new BadLine('id', `‘${bug.externalId}’ is used on line ${earlier.line} already`)
    // The moment is part of the identity, so that the number 1 of two trackers is two bugs.
    const id = importedRecordId(`${bug.externalId}\n${bug.createdOn.toISOString()}`, bug.createdOn)
    this.#seen.set(bug.externalId, { line: line.number, id })
    this.#tellOfNotes(line, bug)
    return { ...bug, id }
  }

  #tellOfNotes(line: SourceLine, bug: ImportedBug): void {
    if (line.repaired) this.#watch.note(line.number, '', 'bytes that are not UTF-8 were replaced')
    for (const { field, what } of bug.notes) this.#watch.note(line.number, field, what)
    if (line.repaired || bug.notes.length > 0) this.noted += 1
  }
}
