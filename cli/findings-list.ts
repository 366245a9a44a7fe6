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

  readonly watch: Pick<ImportWatch, 'badLine' | 'note'> = {
    badLine: (line, field, why) => {
      this.#bad += 1
      if (this.#bad <= shown) this.#tell(`line ${line}: ${field ? `${field} ` : ''}${why}`)
    },
    note: (line, field, what) => {
      this.#notes += 1
      if (this.#notes <= shown) this.#tell(`line ${line}: note: ${field ? `${field}: ` : ''}${what}`)
    },
  }

  /** Writes how many findings were not shown. */
  end(): void {
    if (this.#bad > shown) this.#tell(`… and ${this.#bad - shown} more bad lines`)
    if (this.#notes > shown) this.#tell(`… and ${this.#notes - shown} more notes`)
  }
}
