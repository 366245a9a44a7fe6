import { featureCount } from '#server/features/similar/engine/features.ts'
import { SimilarIndex } from '#server/features/similar/engine/similar-index.ts'
import type { Weights } from '#server/features/similar/engine/weights.ts'
import { indexed, playSet } from './play-set.ts'
import type { ReportSet } from './read-set.ts'

/** Number of a query's candidates; the right ones are kept wherever they rank. */
const mostCandidates = 100
/** With fewer reports a right group is found too easily. */
const fewReports = 300

/** A query whose right group was among the candidates. */
export interface Example {
  /** One row of `featureCount` numbers for each candidate. */
  readonly features: Float32Array
  /** Number of the group of each candidate, from 0. */
  readonly groups: Int32Array
  readonly groupCount: number
  readonly right: number
}

export interface Examples {
  readonly set: string
  readonly full: readonly Example[]
  readonly title: readonly Example[]
}

/** Returns the features of the candidates for the duplicates of a set's training part. */
export async function collectExamples(set: ReportSet, weights: Weights): Promise<Examples> {
  const index = new SimilarIndex(weights)
  const examples = { full: [] as Example[], title: [] as Example[] }
  await playSet(
    set,
    'train',
    ({ report, query, isCandidate }) => {
      if (index.size < fewReports) return
      for (const typing of ['full', 'title'] as const) {
        const { candidates } = index.examine(query(typing), {})
        const example = exampleOf(
          candidates.filter(({ group }) => isCandidate(group)),
          String(report.bucket),
        )
        if (example) examples[typing].push(example)
      }
    },
    (report) => {
      if (report.split === 'train') index.put(indexed(report))
    },
  )
  return { set: set.name, ...examples }
}

function exampleOf(
  candidates: readonly { readonly group: string; readonly features: Float64Array }[],
  right: string,
): Example | undefined {
  const kept = candidates.filter(({ group }, at) => at < mostCandidates || group === right)
  const numbers = new Map<string, number>()
  for (const { group } of kept) if (!numbers.has(group)) numbers.set(group, numbers.size)
  const rightNumber = numbers.get(right)
  if (rightNumber === undefined || numbers.size < 2) return undefined
  const features = new Float32Array(kept.length * featureCount)
  for (const [at, candidate] of kept.entries()) features.set(candidate.features, at * featureCount)
  const groups = Int32Array.from(kept, ({ group }) => numbers.get(group) as number)
  return { features, groups, groupCount: numbers.size, right: rightNumber }
}
