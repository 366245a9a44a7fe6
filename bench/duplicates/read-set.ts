import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

/** Thrown for an unusable set; `message` is one sentence that says where and why. */
export class SetError extends Error {}

const text = z.nullish(z.string()).transform((value) => value ?? '')

const recordedReport = z.object({
  /** 1, 2, … in order of creation. */
  n: z.int().positive(),
  title: z.nullable(z.string()).transform((value) => value ?? ''),
  description: text,
  product: text,
  component: text,
  /** Days since 1970. */
  day: z.number(),
  /** The `n` of the oldest report of its duplicate group. */
  bucket: z.int().positive(),
  /** Whether an earlier report of its group exists. */
  dup: z.boolean(),
  split: z.enum(['train', 'test']),
})

export type RecordedReport = z.infer<typeof recordedReport>

/** Reports of one tracker in order of creation. */
export interface ReportSet {
  readonly name: string
  readonly reports: readonly RecordedReport[]
}

/**
 * Reads all sets.
 * @param directory holds files that end with .jsonl or .jsonl.gz
 * @throws SetError
 */
export async function readSets(directory: string): Promise<ReportSet[]> {
  const names = await readdir(directory).catch(() => {
    throw new SetError(`The directory ${directory} can't be read.`)
  })
  const files = names.filter((name) => /\.jsonl(\.gz)?$/.test(name)).toSorted()
  if (files.length === 0) throw new SetError(`There are no sets (*.jsonl.gz, *.jsonl) in ${directory}.`)
  const sets: ReportSet[] = []
  for (const file of files) sets.push(await readSet(join(directory, file)))
  const twice = sets.find(({ name }, at) => sets.findIndex((other) => other.name === name) < at)
  if (twice) throw new SetError(`There are two sets ${twice.name} in ${directory}.`)
  return sets
}

async function readSet(file: string): Promise<ReportSet> {
  const reports: RecordedReport[] = []
  // Not with node:readline, because it also ends a line at U+2028, which may occur inside JSON.
  for (const [at, line] of (await contentOf(file)).split('\n').entries()) {
    if (line.trim() === '') continue
    const report = readReport(line, `Line ${at + 1} of ${file}`)
    const before = reports.at(-1)
    if (before && report.n <= before.n) {
      throw new SetError(`Line ${at + 1} of ${file} has n ${report.n} after ${before.n}; it must grow.`)
    }
    reports.push(report)
  }
  if (reports.length === 0) throw new SetError(`There are no reports in ${file}.`)
  return { name: basename(file).replace(/\.jsonl(\.gz)?$/, ''), reports }
}

async function contentOf(file: string): Promise<string> {
  try {
    const content = await readFile(file)
    return (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')
  } catch (error) {
    throw new SetError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function readReport(line: string, where: string): RecordedReport {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new SetError(`${where} is not JSON.`)
  }
  const read = recordedReport.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new SetError(`${where} is no report: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'wrong'}.`)
}
