import type { ImportWatch } from '#server/features/imports/public.ts'

/** Most findings that are shown; a file with the same mistake on each line would hide everything else. */
const shown = 50

/** Shows what an import found wrong in its file, the first findings one by one. */
export class FindingsList {
  #bad = 0
  #notes = 0
  readonly #tell: (line: string) => void

  constructor(tell: (line: string) => void) {
    this.#tell = tell
  }

  /** By the name of the bug, or of the line. */
  readonly named = {
    bad: (name: string, field: string, why: string): void => {
      this.#bad += 1
      if (this.#bad <= shown) this.#tell(`${name}: ${field ? `${field} ` : ''}${why}`)
    },
    note: (name: string, field: string, what: string): void => {
      this.#notes += 1
      if (this.#notes <= shown) this.#tell(`${name}: note: ${field ? `${field}: ` : ''}${what}`)
    },
  }

  readonly watch: Pick<ImportWatch, 'badLine' | 'note'> = {
    badLine: (line, field, why) => this.named.bad(`line ${line}`, field, why),
    note: (line, field, what) => this.named.note(`line ${line}`, field, what),
  }

  /** Writes how many findings were not shown. */
  end(): void {
    if (this.#bad > shown) this.#tell(`… and ${this.#bad - shown} more bad lines`)
    if (this.#notes > shown) this.#tell(`… and ${this.#notes - shown} more notes`)
  }
}
