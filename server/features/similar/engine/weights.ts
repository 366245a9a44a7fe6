/** How words are weighed: BM25 over several fields with one saturation. */
export interface LexicalWeights {
  /** How much a word counts by where the candidate has it. */
  readonly title: number
  readonly prose: number
  readonly code: number
  /** How much the length of a field counts, 0 to 1. */
  readonly titleB: number
  readonly proseB: number
  readonly codeB: number
  readonly k1: number
  readonly idfPower: number
  /** How much a word counts by where the query has it. */
  readonly queryTitle: number
  readonly queryProse: number
  /** On top of `queryProse`, at the beginning of a description. */
  readonly queryEarly: number
  readonly queryCode: number
}

/** How much each feature (features.ts) adds to the score, by how far it is from what is usual among candidates. */
export interface FeatureWeights {
  readonly mean: readonly number[]
  /** Standard deviation; 0 for a feature that does not count. */
  readonly spread: readonly number[]
  readonly weight: readonly number[]
}

export interface Weights {
  readonly lexical: LexicalWeights
  /** For a title alone. */
  readonly title: FeatureWeights
  /** For a title with a description. */
  readonly full: FeatureWeights
}

/** How many standard deviations from the mean still add to the score. */
const furthest = 4

/** The deviation of a feature's value from the usual, in standard deviations, cut at 4. */
export function deviation(value: number, mean: number, spread: number): number {
  return spread === 0 ? 0 : Math.max(-furthest, Math.min(furthest, (value - mean) / spread))
}

export function scoreOf(features: Float64Array, { mean, spread, weight }: FeatureWeights): number {
  let score = 0
  for (let at = 0; at < weight.length; at++) {
    score += (weight[at] as number) * deviation(features[at] as number, mean[at] as number, spread[at] as number)
  }
  return score
}
