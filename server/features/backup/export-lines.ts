/** Of the format of exports; a reader refuses one that it does not know. */
export const exportFormat = 1

/** The type of the first line, by which an export is told from other files. */
export const exportType = 'mothlight-export'

/** The first line. */
export interface ExportHead {
  readonly type: typeof exportType
  readonly format: number
  /** Of the program that wrote it. */
  readonly version: string
  /** The last migration of its database. */
  readonly schema: string
  readonly createdOn: string
  /** Whether password hashes and the hashes of visitors' cookies are in it. */
  readonly withSecrets: boolean
}

/** A piece of a file's content; those of one file follow one another. */
export interface ContentLine {
  readonly type: 'content'
  readonly sha256: string
  /** From 0. */
  readonly part: number
  readonly isLast: boolean
  readonly base64: string
  /** The content is not what its name says; an import leaves it out. Stands in the last piece. */
  readonly isDamaged?: true
}

/** The last line: how many lines of each type there are, this one and the first left out. */
export interface EndLine {
  readonly type: 'end'
  readonly lines: Readonly<Record<string, number>>
}

/** Bytes of a file in one line. */
export const contentPiece = 1024 * 1024

/** The first line, if that is what it is. */
export function exportHead(line: string): ExportHead | undefined {
  if (!line.includes(exportType)) return undefined
  try {
    const head = JSON.parse(line) as ExportHead | null
    return head?.type === exportType ? head : undefined
  } catch {
    return undefined
  }
}
