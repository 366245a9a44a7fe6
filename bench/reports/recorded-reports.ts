import { pick, type Random, seededRandom } from '#bench/random.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ReportSource, SampleReport } from './report-source.ts'

interface RecordedReport {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly product?: string
  readonly component?: string
}

/** Share of the words that are replaced when a report is used again. */
const exchanged = 0.1

/**
 * Reads reports of real trackers: JSON lines with `id`, `title`, `description`, `product`, `component`. When all are
 * used they repeat, with some of their words replaced by those of other reports.
 * @param directory holds files that end with .jsonl or .jsonl.gz
 */
export async function recordedReports(directory: string, seed: string): Promise<ReportSource> {
  const files = (await readdir(directory)).filter((name) => /\.jsonl(\.gz)?$/.test(name)).toSorted()
  const recorded: RecordedReport[] = []
  for (const file of files) recorded.push(...(await readReports(join(directory, file))))
  if (recorded.length === 0) throw new Error(`There are no reports (*.jsonl, *.jsonl.gz) in ${directory}.`)

  const random = seededRandom(seed)
  let used = 0
  return {
    name: files.join('+').replaceAll(/\.jsonl(\.gz)?/g, ''),
    report: () => {
      const again = Math.floor(used / recorded.length)
      const report = recorded[used++ % recorded.length] as RecordedReport
      const vary = (text: string) => (again === 0 ? text : exchangeWords(text, recorded, random))
      return sampleOf({ ...report, title: vary(report.title), description: vary(report.description) }, again)
    },
    comment: () => {
      const paragraphs = pick(random, recorded).description.split(/\n\s*\n/)
      return pick(random, paragraphs).trim().slice(0, 2000) || 'Same here.'
    },
  }
}

async function readReports(file: string): Promise<RecordedReport[]> {
  const content = await readFile(file)
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')
  // Not with node:readline, because it also ends a line at U+2028, which may occur inside JSON.
  const reports = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RecordedReport]))
  return reports.filter((report) => report.title && typeof report.description === 'string')
}

function sampleOf(report: RecordedReport, again: number): SampleReport {
  const { description, stepsToReproduce } = splitSteps(storable(report.description).slice(0, 100_000))
  return {
    title: storable(report.title).slice(0, 255),
    description,
    stepsToReproduce,
    product: report.product || null,
    component: report.component || null,
    externalId: again === 0 ? report.id : `${report.id}-${again}`,
  }
}

/** Splits the steps from the description, where trackers without a field for them put them, mostly under a heading. */
function splitSteps(text: string): Pick<SampleReport, 'description' | 'stepsToReproduce'> {
  const at = text.search(/^.*\b(steps|reproduc|repro)\w*\b.*$/im)
  if (at <= 0) return { description: text || 'See the title.', stepsToReproduce: 'None were given.' }
  return { description: text.slice(0, at).trim() || 'See the steps.', stepsToReproduce: text.slice(at).trim() }
}

function exchangeWords(text: string, recorded: readonly RecordedReport[], random: Random): string {
  return text.replace(/[\p{L}\p{N}]{4,}/gu, (word) => {
    if (random() >= exchanged) return word
    return pick(random, pick(random, recorded).title.split(' ')) || word
  })
}

const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
