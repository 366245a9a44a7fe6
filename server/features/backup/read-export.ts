import type { SourceLine } from '#server/features/imports/public.ts'
import { BackupError, stopped } from './backup-error.ts'
import { type ContentLine, type EndLine, exportFormat, exportHead } from './export-lines.ts'
import { fieldOf, type RecordType, recordTypes } from './record-types.ts'

/** What a line says: a row of a table, by its columns, or a piece of a file. */
export type ExportEntry =
  | { readonly kind: 'row'; readonly line: number; readonly type: RecordType; readonly row: Record<string, unknown> }
  | { readonly kind: 'content'; readonly line: number; readonly content: ContentLine }

const types = new Map(
  recordTypes.map((type) => [
    type.type,
    { type, columnOf: new Map([...type.columns, ...(type.secret ?? [])].map((column) => [fieldOf(column), column])) },
  ]),
)

/**
 * The lines of an export, each looked at by itself.
 * @param onLine told of each line's number
 * @returns how many lines of each type there were, when all were read
 * @throws BackupError naming the line that is wrong, or saying that the end is missing
 */
export async function* readExport(
  lines: AsyncIterable<SourceLine>,
  signal: AbortSignal,
  onLine: (line: number) => void = () => {},
): AsyncGenerator<ExportEntry, Record<string, number>> {
  const counts: Record<string, number> = {}
  let end: EndLine | undefined
  let isFirst = true
  for await (const line of lines) {
    if (signal.aborted) throw stopped()
    onLine(line.number)
    if (isFirst) {
      refuseOtherFormat(line)
      isFirst = false
      continue
    }
    if (end) throw wrong(line.number, 'it comes after the end')
    const value = parsed(line)
    const { type, ...fields } = value
    if (type === 'end') {
      end = value as unknown as EndLine
      continue
    }
    if (typeof type !== 'string') throw wrong(line.number, 'it has no type')
    counts[type] = (counts[type] ?? 0) + 1
    if (type === 'content') yield { kind: 'content', line: line.number, content: checkedContent(value, line.number) }
    else yield { kind: 'row', line: line.number, ...rowOf(type, fields, line.number) }
  }
  if (!end) throw new BackupError('The file is incomplete: its last line, of the type end, is missing.')
  compare(counts, end)
  return counts
}

function refuseOtherFormat({ text = '' }: SourceLine): void {
  const head = exportHead(text)
  if (!head) throw new BackupError('The file is no export of Mothlight.')
  if (head.format === exportFormat) return
  throw new BackupError(
    `The file has the format ${head.format} (Mothlight ${head.version}), and this Mothlight knows the format ${exportFormat}.`,
  )
}

function parsed({ number, text, repaired }: SourceLine): Record<string, unknown> {
  if (text === undefined) throw wrong(number, 'it is too long')
  if (repaired) throw wrong(number, 'it is not UTF-8')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw wrong(number, 'it is not a JSON object')
}

function rowOf(name: string, fields: Record<string, unknown>, line: number) {
  const known = types.get(name)
  if (!known) throw wrong(line, `its type '${name}' is not known`)
  const row: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    const column = known.columnOf.get(field)
    if (column === undefined) throw wrong(line, `a ${name} has no field '${field}'`)
    row[column] = value
  }
  return { type: known.type, row }
}

function checkedContent(value: Record<string, unknown>, line: number): ContentLine {
  const { sha256, part, isLast, base64 } = value as Partial<ContentLine>
  const isRight =
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isSafeInteger(part) &&
    typeof isLast === 'boolean' &&
    typeof base64 === 'string'
  if (!isRight) throw wrong(line, 'it is no piece of a file')
  return value as unknown as ContentLine
}

function compare(counts: Readonly<Record<string, number>>, { lines }: EndLine): void {
  const names = new Set([...Object.keys(counts), ...Object.keys(lines ?? {})])
  const different = [...names].find((name) => (counts[name] ?? 0) !== (lines?.[name] ?? 0))
  if (different === undefined) return
  throw new BackupError(
    `The file is incomplete: it has ${counts[different] ?? 0} lines of the type ${different}, and its end says ${lines?.[different] ?? 0}.`,
  )
}

/** @param what is wrong with the line */
export const wrong = (line: number, what: string) =>
  new BackupError(`Line ${line}: ${what}. Nothing was stored in the database.`)
