import { importedRecordId } from '#server/db/record-id.ts'
import { bugsBeforeEnd } from './end-line.ts'
import { BadLine } from './field-reader.ts'
import { continuesAnother, type ImportedBug, type ImportedComment, readImportLine } from './import-line.ts'
import { fileIdsOf, withFileIds } from './imported-files.ts'
import type { SourceLine } from './source-lines.ts'

/** Told of what was wrong in the file. */
export interface LineWatch {
  /** @param field empty when the whole line is at fault */
  badLine(line: number, field: string, why: string): void
  /** A line was imported, but not exactly as written. */
  note(line: number, field: string, what: string): void
}

/** A checked line and the id its bug has, or gets, with those of its files, by which its texts name them. */
export interface IdentifiedBug extends ImportedBug {
  readonly id: string
  /** The ids that its files get, by those that they had. */
  readonly fileIds: ReadonlyMap<string, string>
}

/** Comments that come after the line of their bug. */
export interface IdentifiedComments {
  /** Of the bug. */
  readonly id: string
  readonly externalId: string
  /** Whether the bug is private in the file. */
  readonly isPrivate: boolean
  readonly comments: readonly ImportedComment[]
  readonly continues: true
}

/** What is kept of the bug of a line. */
interface SeenBug {
  readonly line: number
  readonly id: string
  readonly isPrivate: boolean
  readonly fileIds: ReadonlyMap<string, string>
}

/**
 * Returns the id of an imported bug. The timestamp is part of its identity, so that the number 1 of two trackers is two
 * bugs.
 */
export function importedBugId(externalId: string, createdOn: Date): string {
  return importedRecordId(`${externalId}\n${createdOn.toISOString()}`, createdOn)
}

/** Reads the lines of one file and keeps of each bug what later lines may ask: its id here and its line. */
export class LineReader {
  readonly #watch: LineWatch
  readonly #now: Date
  readonly #seen = new Map<string, SeenBug>()
  bad = 0
  noted = 0
  /** Bad lines that have a bug. */
  #badBugs = 0
  /** Bad lines that have one, or only continue another line: that can't be read of them. */
  #unclear = 0

  /** @param now dates in the file may be at most a day later */
  constructor(watch: LineWatch, now: Date) {
    this.#watch = watch
    this.#now = now
  }

  /** Lines that could be read. */
  get good(): number {
    return this.#seen.size
  }

  /** @returns undefined for a bad line, after telling of it, and for the one that ends an export */
  read(line: SourceLine): IdentifiedBug | IdentifiedComments | undefined {
    const bugs = line.text === undefined ? undefined : bugsBeforeEnd(line.text)
    if (bugs !== undefined) return this.#end(line.number, bugs)
    try {
      return this.#read(line)
    } catch (error) {
      if (!(error instanceof BadLine)) throw error
      this.bad += 1
      const continues = line.text === undefined ? undefined : continuesAnother(line.text)
      if (continues === undefined) this.#unclear += 1
      else if (!continues) this.#badBugs += 1
      this.#watch.badLine(line.number, error.field, error.message)
      return undefined
    }
  }

  /** The id of the bug that the file calls `externalId`, if the file has it so far. */
  idOf(externalId: string): string | undefined {
    return this.#seen.get(externalId)?.id
  }

  /** The line that has the bug that the file calls `externalId`. */
  lineOf(externalId: string): number | undefined {
    return this.#seen.get(externalId)?.line
  }

  #end(line: number, bugs: number): undefined {
    // As many of the unclear ones are taken for bugs as the export has counted.
    const least = this.good + this.#badBugs
    const found = Math.min(Math.max(bugs, least), least + this.#unclear)
    if (found !== bugs) this.#watch.note(line, '', `${bugs} bugs were exported, and ${found} are before this line`)
  }

  #read(line: SourceLine): IdentifiedBug | IdentifiedComments {
    if (line.text === undefined) throw new BadLine('', 'is too long')
    const bug = readImportLine(line.text, this.#now)
    const earlier = this.#seen.get(bug.externalId)
    if ('continues' in bug) {
      const { externalId, createdOn } = bug
      if (earlier?.id !== importedBugId(externalId, createdOn))
        throw new BadLine('id', `‘${externalId}’ continues a bug that no line before has`)
      this.#tellOfNotes(line, bug)
      const { id, isPrivate, fileIds } = earlier
      return { id, externalId, isPrivate, comments: withFileIds(bug, fileIds).comments, continues: true }
    }
    if (earlier) throw new BadLine('id', `‘${bug.externalId}’ is used on line ${earlier.line} already`)
    const id = importedBugId(bug.externalId, bug.createdOn)
    const fileIds = fileIdsOf(id, bug.files)
    this.#seen.set(bug.externalId, { line: line.number, id, isPrivate: bug.isPrivate, fileIds })
    this.#tellOfNotes(line, bug)
    return { ...withFileIds(bug, fileIds), id, fileIds }
  }

  #tellOfNotes(line: SourceLine, bug: Pick<ImportedBug, 'notes'>): void {
    if (line.repaired) this.#watch.note(line.number, '', 'bytes that are not UTF-8 were replaced')
    for (const { field, what } of bug.notes) this.#watch.note(line.number, field, what)
    if (line.repaired || bug.notes.length > 0) this.noted += 1
  }
}
